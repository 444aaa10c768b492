// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// The proxy of `MapView.delegate`.
open class MapViewDelegateProxy:
    DelegateProxy<MapView, any MapViewDelegate>,
    DelegateProxyType,
    MapViewDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.

    /// The requirements of `MapViewDelegate`.
    public enum Selectors {
        /// `mapView(_:rendererFor:)`
        public static let renderer = MethodSelector<MapViewDelegateProxy, (MapView, Overlay), OverlayRenderer>(
            "mapView(_:rendererFor:)",
            of: "MapViewDelegate",
            parameters: ["mapView", "overlay"],
            traits: .optional
        )
        /// `mapView(_:didAdd:)`
        public static let didAdd = MethodSelector<MapViewDelegateProxy, (MapView, [OverlayRenderer]), Void>(
            "mapView(_:didAdd:)",
            of: "MapViewDelegate",
            parameters: ["mapView", "renderers"],
            traits: .optional
        )
        /// `mapView(_:regionDidChangeAnimated:)`
        public static let regionDidChange = MethodSelector<MapViewDelegateProxy, (MapView, Bool), Void>(
            "mapView(_:regionDidChangeAnimated:)",
            of: "MapViewDelegate",
            parameters: ["mapView", "animated"],
            traits: .optional
        )

        /// All selectors.
        public static let all = [
            AnyMethodSelector(renderer), AnyMethodSelector(didAdd), AnyMethodSelector(regionDidChange),
        ]
    }

    /// Registers the proxy for `MapView` and its subclasses.
    open class func registerKnownImplementations() {
        register { MapViewDelegateProxy(mapView: $0) }
    }

    /// Creates the proxy of a map. To install it as well, use `proxy(for:)`.
    public init(mapView: MapView, recorder: Recorder = .current) {
        super.init(parentObject: mapView, delegateProxy: MapViewDelegateProxy.self, recorder: recorder)
    }

    /// The requirements of the protocol, typed.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// Forwards `mapView(_:rendererFor:)`.
    open func mapView(_ mapView: MapView, rendererFor overlay: Overlay) -> OverlayRenderer {
        forward(Selectors.renderer, (mapView, overlay), default: OverlayRenderer(overlay: overlay)) {
            $0.mapView(mapView, rendererFor: overlay)
        }
    }

    /// Forwards `mapView(_:didAdd:)`.
    open func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer]) {
        forward(Selectors.didAdd, (mapView, renderers)) { $0.mapView(mapView, didAdd: renderers) }
    }

    /// Forwards `mapView(_:regionDidChangeAnimated:)`.
    open func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {
        forward(Selectors.regionDidChange, (mapView, animated)) {
            $0.mapView(mapView, regionDidChangeAnimated: animated)
        }
    }
}
