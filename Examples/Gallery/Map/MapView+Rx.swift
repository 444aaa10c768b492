// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

extension Reactive where Base: MapView {
    private typealias Selectors = MapViewDelegateProxy.Selectors

    /// The proxy in the `delegate` property, installed if necessary.
    public var delegate: MapViewDelegateProxy {
        get throws(DelegateProxyError) { try MapViewDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the proxy's forward delegate, referenced weakly, until the result is disposed of. The object
    /// provides the renderers of overlays: requirements that return values cannot be observed.
    public func setDelegate(_ delegate: any MapViewDelegate) throws(DelegateProxyError) -> any Disposable {
        try MapViewDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
    }

    /// Adds each overlay that it receives.
    public var overlay: Binder<Overlay> { Binder(base) { $0.addOverlay($1) } }

    /// Whether each change to another part of the earth was animated.
    public var regionDidChangeAnimated: ControlEvent<Bool> {
        ControlEvent(events: MapViewDelegateProxy.methodInvoked(Selectors.regionDidChange, of: base).map(\.1))
    }

    /// Renderers of added overlays.
    public var didAddRenderers: ControlEvent<[OverlayRenderer]> {
        ControlEvent(events: MapViewDelegateProxy.methodInvoked(Selectors.didAdd, of: base).map(\.1))
    }
}
