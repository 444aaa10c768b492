// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// The proxy of `LocationManager.delegate`.
open class LocationManagerDelegateProxy:
    DelegateProxy<LocationManager, any LocationManagerDelegate>,
    DelegateProxyType,
    LocationManagerDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.

    /// The requirements of `LocationManagerDelegate`.
    public enum Selectors {
        /// `locationManager(_:didUpdateLocations:)`
        public static let didUpdateLocations = MethodSelector<
            LocationManagerDelegateProxy, (LocationManager, [Location]), Void
        >(
            "locationManager(_:didUpdateLocations:)",
            of: "LocationManagerDelegate",
            parameters: ["manager", "locations"],
            traits: .optional
        )
        /// `locationManager(_:didFailWithError:)`
        public static let didFail = MethodSelector<LocationManagerDelegateProxy, (LocationManager, any Error), Void>(
            "locationManager(_:didFailWithError:)",
            of: "LocationManagerDelegate",
            parameters: ["manager", "error"],
            traits: .optional
        )

        /// All selectors.
        public static let all = [AnyMethodSelector(didUpdateLocations), AnyMethodSelector(didFail)]
    }

    /// Registers the proxy for `LocationManager` and its subclasses.
    open class func registerKnownImplementations() {
        register { LocationManagerDelegateProxy(locationManager: $0) }
    }

    /// Creates the proxy of a manager. To install it as well, use `proxy(for:)`.
    public init(locationManager: LocationManager, recorder: Recorder = .current) {
        super.init(parentObject: locationManager, delegateProxy: LocationManagerDelegateProxy.self, recorder: recorder)
    }

    /// The requirements of the protocol, typed.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// Forwards `locationManager(_:didUpdateLocations:)`.
    open func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
        forward(Selectors.didUpdateLocations, (manager, locations)) {
            $0.locationManager(manager, didUpdateLocations: locations)
        }
    }

    /// Forwards `locationManager(_:didFailWithError:)`.
    open func locationManager(_ manager: LocationManager, didFailWithError error: any Error) {
        forward(Selectors.didFail, (manager, error)) { $0.locationManager(manager, didFailWithError: error) }
    }
}
