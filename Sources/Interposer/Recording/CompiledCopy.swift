// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a value, or the arguments of a call, are put together from registers and stack. Plain memory that is never freed,
/// computed once.
struct CompiledCopy: BitwiseCopyable {
    /// Where the whole value is as it is to be, so that nothing has to be copied: in words that follow each other.
    let whole: WordPlace?
    private let steps: UnsafeBufferPointer<CopyStep>
    /// Bytes of memory for the value, in whole blocks.
    let byteCount: Int
    /// Whether some bytes are not copied, or not always.
    private let hasGaps: Bool

    /// - Parameters:
    ///   - byteCount: Bytes of the value.
    ///   - alignment: Of the value. Registers are saved at addresses for words.
    init(_ steps: [CopyStep], byteCount: Int, alignment: Int) {
        let steps = CopyStep.joined(steps)
        let memory = UnsafeMutableBufferPointer<CopyStep>.allocate(capacity: steps.count)
        _ = memory.initialize(from: steps)
        self.steps = UnsafeBufferPointer(memory)
        self.byteCount = CopyStep.wholeBlocks(byteCount)
        let isWhole = steps.count == 1 && steps[0].size == byteCount && alignment <= Convention.wordSize
        if byteCount == 0 {
            // Any address will do: nothing is read there.
            whole = WordPlace(.integer(0))
        } else {
            whole = isWhole ? steps[0].words : nil
        }
        let copied = Set(steps.filter(\.isCertain).flatMap(\.target))
        hasGaps = copied.count < byteCount
    }

    /// Copies for the arguments of a call.
    init(_ arguments: [RecordedArgument], byteCount: Int) {
        self.init(
            CopyStep.steps(for: arguments),
            byteCount: byteCount,
            alignment: 1 + (arguments.map { ValueWitnesses($0.type).alignmentMask }.max() ?? 0)
        )
    }

    /// Copies for a result or error in registers.
    init(results pieces: [Piece], of type: Any.Type, byteCount: Int) {
        self.init(
            CopyStep.steps(for: pieces, in: .results),
            byteCount: byteCount,
            alignment: 1 + ValueWitnesses(type).alignmentMask
        )
    }

    /// The address of the whole value, if it need not be copied. The bytes stay with their owner.
    @inline(__always)
    func wholeValue(_ registers: UnsafeRawPointer, _ stack: UnsafeRawPointer) -> UnsafeRawPointer? {
        whole?.address(registers, stack)
    }

    /// Copies the value to memory of `byteCount` bytes, with zeros between its parts. The bytes stay with their owner.
    @inline(__always)
    func perform(_ registers: UnsafeRawPointer, _ stack: UnsafeRawPointer, into base: UnsafeMutableRawPointer) {
        if hasGaps {
            var cleared = 0
            while cleared < byteCount {
                base.storeBytes(of: 0, toByteOffset: cleared, as: UInt64.self)
                base.storeBytes(of: 0, toByteOffset: cleared &+ 8, as: UInt64.self)
                cleared &+= CopyStep.blockSize
            }
        }
        for step in steps { step.perform(registers, stack, into: base) }
    }
}
