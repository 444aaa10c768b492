// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

/// What most calls need of a reading, in words that follow each other: a conforming type that is known, a check of places
/// that follow each other, and no address to keep. Other calls take the long way, which decides alone what is refused.
struct ShortReading: BitwiseCopyable {
    private let expected: SelfCheck.Pair
    private let selfMetadata: WordPlace
    private let witnessTable: WordPlace
    /// Where the arguments are, if they need not be copied.
    let whole: WordPlace?
    let stackSize: UInt64
    /// The places at which the table must not be: some registers, and words on the stack.
    private let runs: (SelfCheck.Run, SelfCheck.Run)

    /// - Returns: nil for a reading that needs more.
    init?(_ reading: CompiledReading, _ check: SelfCheck) {
        guard let expected = check.firstPair, let checked = reading.checked, !reading.needsKeptAddress,
            checked.seconds.count <= 2
        else { return nil }
        let none = SelfCheck.Run(first: WordPlace(.integer(0)), count: 0)
        self.expected = expected
        selfMetadata = checked.selfMetadata
        witnessTable = checked.witnessTable
        whole = reading.arguments.whole
        stackSize = reading.stackSize
        runs = (checked.seconds.first ?? none, checked.seconds.count == 2 ? checked.seconds[1] : none)
    }

    /// Whether the registers are those of a call that is passed as the reading says. False for some that are.
    @inline(__always)
    func passes(_ registers: UnsafePointer<cinterpose_registers>) -> Bool {
        selfMetadata.word(in: registers) == expected.metadata && witnessTable.word(in: registers) == expected.table
            && !has(runs.0, registers) && !has(runs.1, registers)
    }

    /// Whether the table is at one of the places.
    @inline(__always)
    private func has(_ run: SelfCheck.Run, _ registers: UnsafePointer<cinterpose_registers>) -> Bool {
        let words = run.first.address(registers, registers.pointee.stack)
        var offset = 0
        while offset < run.count &* Convention.wordSize {
            if (words + offset).loadUnaligned(as: UInt.self) == expected.table { return true }
            offset &+= Convention.wordSize
        }
        return false
    }
}
