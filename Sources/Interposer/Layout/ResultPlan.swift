// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Where the result of a requirement is after its witness returned. Made once per requirement.
///
/// Elements that are address-only have an address each. The others are one tuple, which is passed like a value: in
/// registers, or by address if it takes more than four of them.
///
/// - SeeAlso: swift/lib/IRGen/GenCall.cpp, `SignatureExpansion::expandResult`.
struct ResultPlan: Sendable {
    /// An element of a result that is a tuple, or the result itself.
    struct Element: Sendable {
        /// Index among the results given.
        let index: Int
        /// The type; nil if the value can't be decoded.
        let type: Any.Type?
        let location: Location
    }

    enum Location: Equatable, Sendable {
        /// At an offset in the tuple of direct elements.
        case direct(Int)
        case memory(Address)
    }

    /// Where the caller passed an address.
    enum Address: Equatable, Sendable {
        /// In the register for indirect results.
        case indirectResult
        /// In a word before the arguments, with this index.
        case leading(Int)
    }

    /// Where the tuple of direct elements is.
    enum Direct: Equatable, Sendable {
        case registers([Piece])
        case memory(Address)
    }

    let elements: [Element]
    let direct: Direct
    /// The parts of the tuple of direct elements, if it is in registers.
    let parts: [ValuePart]
    /// Bytes of the tuple of direct elements.
    let directSize: Int
    /// Words that the result adds before the arguments.
    let leadingCount: Int

    /// - Parameter isAsync: Whether the result is passed to a continuation: in the registers of arguments, and with all
    ///   addresses before the arguments.
    /// - Throws: `LayoutRefusal` if the place of any element can't be told for sure.
    init(
        _ values: [PassedValue],
        isAsync: Bool = false,
        on convention: Convention = .current,
        _ stability: ModuleStability = .toolchain
    ) throws(LayoutRefusal) {
        var tuple = ResultTuple(ValueExplosion(convention, stability))
        for (index, value) in values.enumerated() { try tuple.add(value, index: index) }
        if let refusal = tuple.large, tuple.elements.count > 1 { throw refusal }
        let isIndirect: Bool
        switch ValueLayout(tuple.lowering) {
        case .direct(let all): (parts, isIndirect) = (all, false)
        case .indirect: (parts, isIndirect) = ([], true)
        }
        // One address alone is in the register for it, as is that of a large tuple beside at most one more.
        let hasRegister =
            !isAsync && (isIndirect ? tuple.addressCount < 2 : parts.isEmpty && tuple.addressCount == 1)
        var leadingCount = 0
        func nextAddress(isFirst: Bool) -> Address {
            if isFirst && hasRegister { return .indirectResult }
            leadingCount += 1
            return .leading(leadingCount - 1)
        }
        direct =
            if isIndirect {
                .memory(nextAddress(isFirst: true))
            } else {
                .registers(try Self.pieces(of: parts, isAsync: isAsync, convention))
            }
        elements = tuple.elements.map { element in
            let location = element.offset.map(Location.direct) ?? .memory(nextAddress(isFirst: !isIndirect))
            return Element(index: element.index, type: element.type, location: location)
        }
        directSize = tuple.size
        self.leadingCount = leadingCount
    }

    /// Results use the first four registers of each kind; words of a pair are neighbours.
    private static func pieces(of parts: [ValuePart], isAsync: Bool, _ convention: Convention)
        throws(LayoutRefusal) -> [Piece]
    {
        var cursor = ArgumentCursor(isAsync ? convention : convention.forResults)
        let pieces = cursor.pieces(of: parts)
        // An argument of two words may leave out a register before it, and end behind those that are kept of a result.
        guard pieces.allSatisfy(\.place.isForResults) else {
            throw LayoutRefusal("the result takes too many registers")
        }
        return pieces
    }
}

extension Convention {
    /// Results: rax, rdx, rcx, r8, xmm0 to xmm3; x0 to x3, q0 to q3.
    var forResults: Convention {
        Convention(
            integerRegisterCount: Self.wordLimit,
            vectorRegisterCount: Self.wordLimit,
            hasEvenPairs: false,
            smallestVector: smallestVector
        )
    }
}
