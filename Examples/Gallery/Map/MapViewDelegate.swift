// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Says how a map is drawn, and is told what happens to it. Everything may be left out.
public protocol MapViewDelegate: AnyObject {
    /// What draws an overlay; an outline when it is left out.
    func mapView(_ mapView: MapView, rendererFor overlay: Overlay) -> OverlayRenderer
    /// Overlays have been added.
    func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer])
    /// Another part of the earth is shown.
    func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool)
}

extension MapViewDelegate {
    /// What stands in for `mapView(_:rendererFor:)` where it is left out.
    public func mapView(_ mapView: MapView, rendererFor overlay: Overlay) -> OverlayRenderer {
        OverlayRenderer(overlay: overlay)
    }
    /// What stands in for `mapView(_:didAdd:)` where it is left out.
    public func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer]) {}
    /// What stands in for `mapView(_:regionDidChangeAnimated:)` where it is left out.
    public func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {}
}
