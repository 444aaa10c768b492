// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// A location of the device, and its accuracy.
public struct Location: Hashable, Sendable {
    /// The coordinate.
    public let coordinate: Coordinate
    /// Radius of uncertainty, in metres.
    public let accuracyMeters: Double

    /// Creates a location with an accuracy in metres.
    public init(coordinate: Coordinate, accuracyMeters: Double) {
        self.coordinate = coordinate
        self.accuracyMeters = accuracyMeters
    }
}

/// Reports the location of the device while updates are enabled.
///
/// It does not store its proxies. They are in `DelegateProxyRegistry`, as for classes that you cannot modify.
open class LocationManager: HasDelegate, ReactiveCompatible {
    private typealias Selectors = LocationManagerDelegateProxy.Selectors

    /// The delegate, referenced weakly.
    open weak var delegate: (any LocationManagerDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// Whether locations are reported.
    public private(set) var isUpdating = false

    private var answers = DelegateAnswers()

    /// Creates a manager that does not report locations yet.
    public init() {}

    /// Starts reporting locations.
    public func startUpdatingLocation() { isUpdating = true }

    /// Stops reporting locations.
    public func stopUpdatingLocation() { isUpdating = false }

    /// Simulates new locations from the receiver, the newest last.
    public func receive(_ locations: [Location]) {
        guard isUpdating, answers.contains(Selectors.didUpdateLocations) else { return }
        delegate?.locationManager(self, didUpdateLocations: locations)
    }

    /// Simulates an error of the receiver.
    public func fail(_ error: any Error) {
        if answers.contains(Selectors.didFail) { delegate?.locationManager(self, didFailWithError: error) }
    }
}
