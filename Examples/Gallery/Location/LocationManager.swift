// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// Where the machine is, and how sure that is.
public struct Location: Hashable, Sendable {
    /// The place.
    public let coordinate: Coordinate
    /// Radius in which the machine is, in metres.
    public let accuracyMeters: Double

    /// A place, known to so many metres.
    public init(coordinate: Coordinate, accuracyMeters: Double) {
        self.coordinate = coordinate
        self.accuracyMeters = accuracyMeters
    }
}

/// Tells where the machine is, as long as somebody wants to know.
///
/// It does not own its proxies: they are in `DelegateProxyRegistry`, as those of a class are that one cannot change.
open class LocationManager: HasDelegate, ReactiveCompatible {
    private typealias Selectors = LocationManagerDelegateProxy.Selectors

    /// Is told the places; held weakly.
    open weak var delegate: (any LocationManagerDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// Whether places are told.
    public private(set) var isUpdating = false

    private var answers = DelegateAnswers()

    /// A manager that tells nothing yet.
    public init() {}

    /// From now on, places are told.
    public func startUpdatingLocation() { isUpdating = true }

    /// From now on, no places are told.
    public func stopUpdatingLocation() { isUpdating = false }

    /// The receiver found the machine in some places, the newest last.
    public func receive(_ locations: [Location]) {
        guard isUpdating, answers.contains(Selectors.didUpdateLocations) else { return }
        delegate?.locationManager(self, didUpdateLocations: locations)
    }

    /// The receiver does not know where the machine is.
    public func fail(_ error: any Error) {
        if answers.contains(Selectors.didFail) { delegate?.locationManager(self, didFailWithError: error) }
    }
}
