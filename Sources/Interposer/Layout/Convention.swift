// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a machine passes arguments and results in Swift's calling convention.
///
/// LLVM: X86CallingConv.td and AArch64CallingConvention.td. Clang: `SwiftABIInfo::isLegalVectorType`.
struct Convention: Equatable, Sendable {
    /// Integer registers for arguments: rdi, rsi, rdx, rcx, r8, r9; x0 to x7.
    let integerRegisterCount: Int
    /// Vector registers for arguments: xmm0 to xmm7; q0 to q7.
    let vectorRegisterCount: Int
    /// Whether an argument of two integer words begins in a register with an even number, and leaves no register to
    /// the arguments behind it when it is on the stack.
    let hasEvenPairs: Bool
    /// Bytes of the smallest vector that is passed whole. Smaller ones are passed as their elements.
    let smallestVector: Int

    static let x86 = Convention(
        integerRegisterCount: 6,
        vectorRegisterCount: 8,
        hasEvenPairs: false,
        smallestVector: 16
    )
    static let arm = Convention(
        integerRegisterCount: 8,
        vectorRegisterCount: 8,
        hasEvenPairs: true,
        smallestVector: 8
    )

    /// The convention of this process.
    #if arch(x86_64)
    static let current = x86
    #elseif arch(arm64)
    static let current = arm
    #endif

    /// Bytes in a word: an integer register, or the smallest step of an argument on the stack.
    static let wordSize = 8
    /// Bytes of the largest part: a vector register, or a pair of integer registers.
    static let largestPart = 16
    /// Registers that a value may take, of both kinds together. A larger value is passed by address.
    static let wordLimit = 4
}
