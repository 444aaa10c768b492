// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A coordinate on the earth, in degrees.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator.
    public let latitude: Double
    /// Degrees east of Greenwich.
    public let longitude: Double

    /// Creates a coordinate.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// An object displayed on a map.
public final class Overlay {
    /// The title.
    public let name: String
    /// The position.
    public let coordinate: Coordinate

    /// Creates an overlay with a title at a position.
    public init(name: String, coordinate: Coordinate) {
        self.name = name
        self.coordinate = coordinate
    }
}

/// Draws an overlay.
open class OverlayRenderer {
    /// The overlay.
    public let overlay: Overlay

    /// Creates a renderer that draws the overlay's outline.
    public init(overlay: Overlay) { self.overlay = overlay }
}
