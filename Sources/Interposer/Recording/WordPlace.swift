// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

/// Where the registers of a call, or of its result, are in the memory that a stub saves them in.
struct RegisterLayout {
    let integers: Int
    let vectors: Int

    /// Of `cinterpose_registers`.
    static let arguments = RegisterLayout(
        integers: MemoryLayout.offset(of: \cinterpose_registers.integers) ?? 0,
        vectors: MemoryLayout.offset(of: \cinterpose_registers.vectors) ?? 0
    )
    /// Of `cinterpose_results`.
    static let results = RegisterLayout(
        integers: MemoryLayout.offset(of: \cinterpose_results.integers) ?? 0,
        vectors: MemoryLayout.offset(of: \cinterpose_results.vectors) ?? 0
    )
}

/// A place during a call, in the form in which calls read it.
struct WordPlace: BitwiseCopyable, Equatable {
    /// Twice the offset in bytes, and 1 on the stack: one word, so that it takes one register.
    private let code: Int

    init(_ place: Place, in layout: RegisterLayout = .arguments) {
        switch place {
        case .integer(let index): self.init(isOnStack: false, layout.integers + index * Convention.wordSize)
        case .vector(let index): self.init(isOnStack: false, layout.vectors + index * Convention.largestPart)
        case .stack(let offset): self.init(isOnStack: true, offset)
        }
    }

    private init(isOnStack: Bool, _ offset: Int) { code = offset << 1 | (isOnStack ? 1 : 0) }

    /// The place so many bytes behind.
    func moved(by bytes: Int) -> WordPlace { WordPlace(isOnStack: code & 1 != 0, (code >> 1) + bytes) }

    /// - Parameters:
    ///   - registers: The saved registers.
    ///   - stack: The first argument on the stack.
    @inline(__always)
    func address(_ registers: UnsafeRawPointer, _ stack: UnsafeRawPointer) -> UnsafeRawPointer {
        (code & 1 == 0 ? registers : stack) + (code &>> 1)
    }

    @inline(__always)
    func word(in registers: UnsafePointer<cinterpose_registers>) -> UInt {
        address(registers, registers.pointee.stack).loadUnaligned(as: UInt.self)
    }
}
