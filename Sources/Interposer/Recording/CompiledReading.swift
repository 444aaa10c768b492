// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A reading in the form in which calls use it: plain memory that is never freed, so that a call counts no references.
struct CompiledReading: BitwiseCopyable {
    /// How the result is read.
    enum Result: BitwiseCopyable {
        case none
        /// At the address that was kept for it.
        case memory
        case registers(CompiledCopy)
        case undecoded(UnsafePointer<UndecodedValue>)

        init(_ source: RequirementResult.Source) {
            self =
                switch source {
                case .none: .none
                case .memory: .memory
                case .registers(let pieces, let size, let type):
                    .registers(CompiledCopy(results: pieces, of: type, byteCount: size))
                case .undecoded(let value): .undecoded(CopyStep.immortal(value))
                }
        }
    }

    let arguments: CompiledCopy
    /// What is checked of a call; nil if nothing is read of it.
    let checked: SelfCheck.Places?
    let stackSize: UInt64
    let result: Result
    /// Whether the register for errors has one if it isn't empty.
    let isThrowing: Bool
    /// Whether it must have been empty when the call began.
    let needsEmptyError: Bool
    let failure: UnsafePointer<RequirementReading.Failure>
    /// Where the address of the result is; nil for the register for results.
    let resultAddress: WordPlace?
    /// Where the address of the error is; nil if it has none.
    let errorAddress: WordPlace?

    /// Whether a call has neither a result nor an error.
    var returnsNothing: Bool {
        if case .none = result { !isThrowing } else { false }
    }

    /// Whether an address is needed when the call ends.
    var needsKeptAddress: Bool {
        if case .memory = result { true } else { errorAddress != nil }
    }

    init(_ reading: RequirementReading) {
        arguments = CompiledCopy(reading.arguments, byteCount: reading.byteCount)
        checked = SelfCheck.Places(
            selfMetadata: reading.selfMetadata,
            witnessTable: reading.witnessTable,
            earlier: reading.earlierWords
        )
        stackSize = UInt64(reading.stackSize)
        result = Result(reading.result)
        isThrowing = reading.failure.isPossible
        needsEmptyError = reading.failure.isUnstated
        failure = Self.immortal(reading.failure)
        if case .memory(let address, _) = reading.result {
            resultAddress = Self.place(of: address, reading)
        } else {
            resultAddress = nil
        }
        if case .memory(let place, _) = reading.failure { errorAddress = WordPlace(place) } else { errorAddress = nil }
    }

    /// Of calls that are not read.
    init(limited plan: RequirementPlan) {
        arguments = CompiledCopy(plan.arguments, byteCount: plan.byteCount)
        checked = nil
        stackSize = UInt64(plan.stackBound)
        result = Result(plan.result)
        isThrowing = plan.failure.isPossible
        needsEmptyError = plan.failure.isUnstated
        failure = Self.immortal(plan.failure)
        resultAddress = nil
        errorAddress = nil
    }

    private static func place(of address: ResultPlan.Address, _ reading: RequirementReading) -> WordPlace? {
        if case .leading(let index) = address { WordPlace(reading.leading[index]) } else { nil }
    }

    /// Copies that are never freed.
    static func immortal(_ readings: [CompiledReading]) -> UnsafeBufferPointer<CompiledReading> {
        let memory = UnsafeMutableBufferPointer<CompiledReading>.allocate(capacity: readings.count)
        _ = memory.initialize(from: readings)
        return UnsafeBufferPointer(memory)
    }

    /// A copy that is never freed.
    private static func immortal(_ failure: RequirementReading.Failure) -> UnsafePointer<RequirementReading.Failure> {
        let memory = UnsafeMutablePointer<RequirementReading.Failure>.allocate(capacity: 1)
        memory.initialize(to: failure)
        return UnsafePointer(memory)
    }
}
