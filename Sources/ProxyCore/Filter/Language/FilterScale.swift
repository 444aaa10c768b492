// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A family of units.
package enum FilterScale: Sendable {
    case plain, time, bytes

    /// Names and factors of the units, smallest first. If several names have the same factor, the first is canonical.
    var units: [(name: String, factor: Int128)] {
        switch self {
        case .plain: []
        case .time:
            [
                ("ns", 1), ("us", 1_000), ("µs", 1_000), ("μs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
                ("min", 60_000_000_000), ("h", 3_600_000_000_000),
            ]
        case .bytes:
            [
                ("B", 1), ("KB", 1_000), ("KiB", 1_024), ("MB", 1_000_000), ("MiB", 1_048_576),
                ("GB", 1_000_000_000), ("GiB", 1_073_741_824),
            ]
        }
    }

    /// The canonical name and the factor of a unit, ignoring case.
    func unit(named name: String) -> (name: String, factor: Int128)? {
        guard let factor = units.first(where: { $0.name.lowercased() == name.lowercased() })?.factor else { return nil }
        return units.first { $0.factor == factor }
    }
}
