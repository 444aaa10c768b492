// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// A part of the earth with overlays on it.
open class MapView: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    private typealias Selectors = MapViewDelegateProxy.Selectors

    /// The proxies of this map.
    public let delegateProxies = DelegateProxyStorage()

    /// Says how overlays are drawn; held weakly.
    open weak var delegate: (any MapViewDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// The place in the middle.
    public private(set) var center: Coordinate

    /// What draws the overlays, in the order in which they were added.
    public private(set) var renderers: [OverlayRenderer] = []

    private var answers = DelegateAnswers()

    /// A map around a place.
    public init(center: Coordinate) { self.center = center }

    /// Shows another part of the earth.
    public func setCenter(_ center: Coordinate, animated: Bool) {
        self.center = center
        if answers.contains(Selectors.regionDidChange) { delegate?.mapView(self, regionDidChangeAnimated: animated) }
    }

    /// Adds an overlay, drawn as the delegate says; as an outline when it does not say.
    public func addOverlay(_ overlay: Overlay) {
        var renderer: OverlayRenderer?
        if answers.contains(Selectors.renderer) { renderer = delegate?.mapView(self, rendererFor: overlay) }
        let added = renderer ?? OverlayRenderer(overlay: overlay)
        renderers.append(added)
        if answers.contains(Selectors.didAdd) { delegate?.mapView(self, didAdd: [added]) }
    }

    /// Takes all overlays away.
    public func removeOverlays() { renderers = [] }
}
