// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Where a word or vector is during a call.
enum Place: Hashable, Sendable {
    /// The integer register with this index among those for arguments, or for results.
    case integer(Int)
    case vector(Int)
    /// Bytes behind the first argument on the stack.
    case stack(Int)
}

/// Some bytes of a value, in one place.
struct Piece: Hashable, Sendable {
    let place: Place
    /// Bytes to skip in the place.
    let placeOffset: Int
    let valueOffset: Int
    let size: Int
    /// Whether only the lowest bit of the byte is defined.
    let isBit: Bool

    /// The bytes of a part of which `place` holds those from `start`, up to `capacity`; nil if there are none.
    init?(of part: ValuePart, in place: Place, from start: Int, capacity: Int) {
        let held = (part.unit.lowerBound + start)..<(part.unit.lowerBound + start + capacity)
        let bytes = part.bytes.clamped(to: held)
        guard !bytes.isEmpty else { return nil }
        self.place = place
        placeOffset = bytes.lowerBound - held.lowerBound
        valueOffset = bytes.lowerBound
        size = bytes.count
        isBit = part.kind == .bit
    }
}
