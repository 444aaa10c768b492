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
    private let isOnStack: Bool
    private let offset: Int

    init(_ place: Place, in layout: RegisterLayout = .arguments) {
        switch place {
        case .integer(let index): (isOnStack, offset) = (false, layout.integers + index * Convention.wordSize)
        case .vector(let index): (isOnStack, offset) = (false, layout.vectors + index * Convention.largestPart)
        case .stack(let offset): (isOnStack, self.offset) = (true, offset)
        }
    }

    /// The place so many bytes behind.
    func moved(by bytes: Int) -> WordPlace { WordPlace(isOnStack: isOnStack, offset: offset + bytes) }

    private init(isOnStack: Bool, offset: Int) {
        self.isOnStack = isOnStack
        self.offset = offset
    }

    /// - Parameters:
    ///   - registers: The saved registers.
    ///   - stack: The first argument on the stack.
    @inline(__always)
    func address(_ registers: UnsafeRawPointer, _ stack: UnsafeRawPointer) -> UnsafeRawPointer {
        (isOnStack ? stack : registers) + offset
    }

    @inline(__always)
    func word(in registers: UnsafePointer<cinterpose_registers>) -> UInt {
        address(registers, registers.pointee.stack).loadUnaligned(as: UInt.self)
    }
}
