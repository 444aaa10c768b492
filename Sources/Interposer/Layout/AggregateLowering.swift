// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Makes registers of the scalars of a value.
///
/// Integers that meet in a chunk of eight bytes share a register; floats and vectors never do.
///
/// - SeeAlso: clang/lib/CodeGen/SwiftCallingConv.cpp, `SwiftAggLowering::finish`.
struct AggregateLowering {
    /// A number in a value, before it is merged with its neighbours.
    private struct Scalar {
        let kind: ValuePart.Kind
        var bytes: Range<Int>
        /// Bytes without a type of their own, which are passed in integers as the chunks require.
        var isOpaque: Bool
    }

    private static let chunkSize = 8
    private var scalars: [Scalar] = []

    /// Bytes for which all scalars have a place.
    private(set) var end = 0

    /// Adds a scalar behind the others.
    ///
    /// - Throws: `LayoutRefusal` if it overlaps them, or if it is a float that isn't aligned.
    mutating func add(_ kind: ValuePart.Kind, at offset: Int, size: Int) throws(LayoutRefusal) {
        guard size > 0 else { return }
        guard offset >= end else { throw LayoutRefusal("parts of the value overlap") }
        end = offset + size
        // Legal integers have 1, 2, 4, 8 or 16 bytes and are aligned.
        let isLegal = size & (size - 1) == 0 && size <= Convention.largestPart && offset % size == 0
        guard isLegal || kind == .integer else { throw LayoutRefusal("a float or vector isn't aligned") }
        scalars.append(Scalar(kind: kind, bytes: offset..<end, isOpaque: !isLegal))
    }

    /// The parts in the order in which they are assigned to registers.
    var parts: [ValuePart] {
        var merged = scalars
        for index in merged.indices.dropFirst() where Self.share(merged[index - 1], merged[index]) {
            merged[index - 1].isOpaque = true
            merged[index].isOpaque = true
            merged[index - 1].bytes = merged[index - 1].bytes.lowerBound..<merged[index].bytes.lowerBound
        }
        var parts: [ValuePart] = []
        var index = 0
        while index < merged.count {
            let scalar = merged[index]
            index += 1
            guard scalar.isOpaque else {
                parts.append(ValuePart(scalar.kind, unit: scalar.bytes, bytes: scalar.bytes))
                continue
            }
            var range = scalar.bytes
            while index < merged.count, merged[index].isOpaque, merged[index].bytes.lowerBound == range.upperBound {
                range = range.lowerBound..<merged[index].bytes.upperBound
                index += 1
            }
            parts += Self.units(of: range)
        }
        return parts
    }

    /// Whether two neighbours are integers and touch the same chunk.
    private static func share(_ first: Scalar, _ second: Scalar) -> Bool {
        first.kind != .float && second.kind != .float
            && (first.bytes.upperBound - 1) / chunkSize == second.bytes.lowerBound / chunkSize
    }

    /// For each chunk that a range of bytes touches, the smallest aligned integer with all its bytes there.
    private static func units(of range: Range<Int>) -> [ValuePart] {
        var parts: [ValuePart] = []
        var begin = range.lowerBound
        while begin < range.upperBound {
            let end = min(range.upperBound, (begin / chunkSize + 1) * chunkSize)
            var size = 1
            while begin / size * size + size < end { size *= 2 }
            let unit = begin / size * size
            parts.append(ValuePart(.integer, unit: unit..<(unit + size), bytes: begin..<end))
            begin = end
        }
        return parts
    }
}
