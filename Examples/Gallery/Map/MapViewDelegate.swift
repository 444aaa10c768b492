// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The delegate of a map view. All requirements are optional.
public protocol MapViewDelegate: AnyObject {
    /// The renderer of an overlay; by default, one that draws its outline.
    func mapView(_ mapView: MapView, rendererFor overlay: Overlay) -> OverlayRenderer
    /// Overlays were added.
    func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer])
    /// Another part of the earth is shown.
    func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool)
}

extension MapViewDelegate {
    /// The default implementation of `mapView(_:rendererFor:)`.
    public func mapView(_ mapView: MapView, rendererFor overlay: Overlay) -> OverlayRenderer {
        OverlayRenderer(overlay: overlay)
    }
    /// The default implementation of `mapView(_:didAdd:)`.
    public func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer]) {}
    /// The default implementation of `mapView(_:regionDidChangeAnimated:)`.
    public func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {}
}
