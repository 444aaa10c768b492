// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

extension Reactive where Base: LocationManager {
    private typealias Selectors = LocationManagerDelegateProxy.Selectors

    /// The proxy in the `delegate` property, installed if necessary.
    public var delegate: LocationManagerDelegateProxy {
        get throws(DelegateProxyError) { try LocationManagerDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the proxy's forward delegate, referenced weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any LocationManagerDelegate) throws(DelegateProxyError) -> any Disposable {
        try LocationManagerDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
    }

    /// Locations of the device, the newest last.
    public var didUpdateLocations: Observable<[Location]> {
        LocationManagerDelegateProxy.methodInvoked(Selectors.didUpdateLocations, of: base).map(\.1)
    }

    /// Errors that occur while locating the device.
    public var didFailWithError: Observable<any Error> {
        LocationManagerDelegateProxy.methodInvoked(Selectors.didFail, of: base).map(\.1)
    }
}
