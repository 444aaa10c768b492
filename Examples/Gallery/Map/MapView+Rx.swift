// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

extension Reactive where Base: MapView {
    private typealias Selectors = MapViewDelegateProxy.Selectors

    /// The proxy in the property `delegate`. Installs it when there is none.
    public var delegate: MapViewDelegateProxy {
        get throws(DelegateProxyError) { try MapViewDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the forward delegate of the proxy, held weakly, until the result is disposed of. It says how
    /// overlays are drawn: what returns a value is answered, not observed.
    public func setDelegate(_ delegate: any MapViewDelegate) throws(DelegateProxyError) -> any Disposable {
        try MapViewDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
    }

    /// Adds each overlay that it is sent.
    public var overlay: Binder<Overlay> { Binder(base) { $0.addOverlay($1) } }

    /// Whether each change to another part of the earth was animated.
    public var regionDidChangeAnimated: ControlEvent<Bool> {
        ControlEvent(events: MapViewDelegateProxy.methodInvoked(Selectors.regionDidChange, of: base).map(\.1))
    }

    /// What draws the overlays that were added.
    public var didAddRenderers: ControlEvent<[OverlayRenderer]> {
        ControlEvent(events: MapViewDelegateProxy.methodInvoked(Selectors.didAdd, of: base).map(\.1))
    }
}
