// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Gives places to the parts of arguments, one after the other.
///
/// - SeeAlso: LLVM, X86CallingConv.td, `CC_X86_64_C`; AArch64CallingConvention.td, `CC_AArch64_AAPCS`.
struct ArgumentCursor {
    private let convention: Convention
    private var integerCount = 0
    private var vectorCount = 0
    /// Bytes of arguments on the stack.
    private(set) var stackSize = 0

    init(_ convention: Convention) {
        self.convention = convention
    }

    /// The place of the next pointer or other word.
    mutating func word() -> Place {
        guard integerCount < convention.integerRegisterCount else { return .stack(stack(Convention.wordSize)) }
        integerCount += 1
        return .integer(integerCount - 1)
    }

    /// The places of the next parts.
    mutating func pieces(of parts: [ValuePart]) -> [Piece] {
        parts.flatMap { pieces(of: $0) }
    }

    mutating func pieces(of part: ValuePart) -> [Piece] {
        if part.isFloat { return Self.pieces(of: part, in: [vector(size: part.unit.count)]) }
        return Self.pieces(of: part, in: integer(size: part.unit.count))
    }

    /// The places of the next integer: one word, or two.
    mutating func integer(size: Int) -> [Place] { size > Convention.wordSize ? pair() : [word()] }

    /// A vector that doesn't fit into a word takes all of its place; other parts have a word each.
    static func pieces(of part: ValuePart, in places: [Place]) -> [Piece] {
        let capacity = places.count > 1 ? Convention.wordSize : Convention.largestPart
        return places.indices.compactMap { index in
            Piece(of: part, in: places[index], from: index * capacity, capacity: capacity)
        }
    }

    private mutating func vector(size: Int) -> Place {
        guard vectorCount < convention.vectorRegisterCount else { return .stack(stack(size)) }
        vectorCount += 1
        return .vector(vectorCount - 1)
    }

    /// Two words together: in two registers, or both on the stack.
    private mutating func pair() -> [Place] {
        if convention.hasEvenPairs { integerCount += integerCount & 1 }
        if integerCount + 2 <= convention.integerRegisterCount { return [word(), word()] }
        if convention.hasEvenPairs { integerCount = convention.integerRegisterCount }
        let offset = stack(2 * Convention.wordSize)
        return [.stack(offset), .stack(offset + Convention.wordSize)]
    }

    /// The offset of the next argument on the stack. Each takes one word, or two that are aligned.
    private mutating func stack(_ size: Int) -> Int {
        let alignment = size > Convention.wordSize ? Convention.largestPart : Convention.wordSize
        let offset = (stackSize + alignment - 1) / alignment * alignment
        stackSize = offset + alignment
        return offset
    }
}
