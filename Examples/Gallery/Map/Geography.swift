// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A place on the earth, in degrees.
public struct Coordinate: Hashable, Sendable {
    /// North of the equator.
    public let latitude: Double
    /// East of Greenwich.
    public let longitude: Double

    /// A place.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Something that lies over a map.
public final class Overlay {
    /// What it is.
    public let name: String
    /// Where it is.
    public let coordinate: Coordinate

    /// Something with a name at a place.
    public init(name: String, coordinate: Coordinate) {
        self.name = name
        self.coordinate = coordinate
    }
}

/// Draws an overlay.
open class OverlayRenderer {
    /// What is drawn.
    public let overlay: Overlay

    /// Draws an overlay as an outline.
    public init(overlay: Overlay) { self.overlay = overlay }
}
