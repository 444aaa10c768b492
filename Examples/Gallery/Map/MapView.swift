// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// A part of the earth with overlays on it.
open class MapView: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    private typealias Selectors = MapViewDelegateProxy.Selectors

    /// The proxies of this map.
    public let delegateProxies = DelegateProxyStorage()

    /// The delegate, referenced weakly. It provides the renderers of overlays.
    open weak var delegate: (any MapViewDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// The centre of the map.
    public private(set) var center: Coordinate

    /// The renderers of the overlays, in the order in which they were added.
    public private(set) var renderers: [OverlayRenderer] = []

    private var answers = DelegateAnswers()

    /// Creates a map with a centre.
    public init(center: Coordinate) { self.center = center }

    /// Shows another part of the earth.
    public func setCenter(_ center: Coordinate, animated: Bool) {
        self.center = center
        if answers.contains(Selectors.regionDidChange) { delegate?.mapView(self, regionDidChangeAnimated: animated) }
    }

    /// Adds an overlay with the delegate's renderer; by default, its outline is drawn.
    public func addOverlay(_ overlay: Overlay) {
        var renderer: OverlayRenderer?
        if answers.contains(Selectors.renderer) { renderer = delegate?.mapView(self, rendererFor: overlay) }
        let added = renderer ?? OverlayRenderer(overlay: overlay)
        renderers.append(added)
        if answers.contains(Selectors.didAdd) { delegate?.mapView(self, didAdd: [added]) }
    }

    /// Removes all overlays.
    public func removeOverlays() { renderers = [] }
}
