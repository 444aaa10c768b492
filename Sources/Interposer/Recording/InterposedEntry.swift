// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import CRuntime
internal import ProxyCore

/// An entry of a witness table whose calls are recorded. Never freed, because calls may be under way at any time.
final class InterposedEntry: @unchecked Sendable {
    // Sendable: immutable, and the memory that it points to is never freed.
    /// Kept alive for the requirement.
    private let recorder: Recorder
    private let requirement: InterposedRequirement
    /// The table, whose first word is its conformance record.
    private let table: UnsafeRawPointer
    private let isAsync: Bool
    private let steps: UnsafeBufferPointer<CopyStep>
    private let byteCount: Int
    private let stackSize: UInt64
    private let witnessTable: Place
    private let result: RequirementPlan.Result
    private let resultAddress: Place?
    private let canThrow: Bool

    /// - Returns: nil if the plan has no place for the witness table.
    init?(
        _ plan: RequirementPlan,
        _ requirement: InterposedRequirement,
        table: UnsafeRawPointer,
        isAsync: Bool,
        recorder: Recorder
    ) {
        guard let witnessTable = plan.witnessTable else { return nil }
        self.witnessTable = witnessTable
        self.requirement = requirement
        self.table = table
        self.isAsync = isAsync
        self.recorder = recorder
        let all = plan.arguments.flatMap(CopyStep.steps)
        let steps = UnsafeMutableBufferPointer<CopyStep>.allocate(capacity: all.count)
        _ = steps.initialize(from: all)
        self.steps = UnsafeBufferPointer(steps)
        byteCount = max(plan.byteCount, 1)
        stackSize = UInt64(plan.stackSize)
        result = plan.result
        resultAddress = if case .memory(.leading(let index), _) = plan.result { plan.leading[index] } else { nil }
        canThrow = plan.canThrow
    }

    /// Whether the registers are those of a call through this table, or through a copy of it for other generic arguments.
    private func isRight(_ registers: SavedRegisters) -> Bool {
        let word = registers.word(in: witnessTable)
        if word == UInt(bitPattern: table) { return true }
        var conformance: UInt = 0
        return cruntime_copy(word, &conformance, MemoryLayout<UInt>.size) && conformance == table.load(as: UInt.self)
    }

    /// The entry that records the call with this place; nil if none does.
    @inline(__always)
    static func recording(_ place: UnsafeMutablePointer<cinterpose_place>) -> Unmanaged<InterposedEntry>? {
        UnsafeRawPointer(bitPattern: UInt(place.pointee.words.0)).map(Unmanaged.fromOpaque)
    }

    /// Begins the record of a call. The place has the entry in its first word then, the address of the result in the
    /// second, and the `InterposedCall` in the others.
    func enter(_ place: UnsafeMutablePointer<cinterpose_place>, _ registers: UnsafeMutablePointer<cinterpose_registers>)
    {
        // A call that is not recorded goes on as if it had not been here: a wrong size would be fatal.
        registers.pointee.stack_bytes = Self.unknownStack
        place.pointee.words.0 = 0
        guard requirement.isRecording else { return }
        let saved = SavedRegisters(registers)
        guard isRight(saved) else { return }
        place.pointee.words.1 = resultAddress.map { UInt64(saved.word(in: $0)) } ?? registers.pointee.indirect_result
        withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { memory in
            let base = memory.baseAddress.unsafelyUnwrapped
            base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
            for step in steps { step.perform(registers, registers.pointee.stack, into: base) }
            guard let call = InterposedCall(of: requirement, base, frame: place, isDetached: isAsync) else { return }
            UnsafeMutableRawPointer(place).storeBytes(of: call, toByteOffset: Self.callOffset, as: InterposedCall.self)
            registers.pointee.stack_bytes = stackSize
            place.pointee.words.0 = UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
        }
    }

    private static let callOffset = 16
    /// `CINTERPOSE_UNKNOWN_STACK`
    private static let unknownStack = UInt64.max

    /// Ends the record.
    func leave(_ place: UnsafeMutablePointer<cinterpose_place>, _ results: UnsafePointer<cinterpose_results>) {
        let call = UnsafeRawPointer(place).load(fromByteOffset: Self.callOffset, as: InterposedCall.self)
        if canThrow, results.pointee.error != 0 {
            // The error stays with the caller.
            var error = results.pointee.error
            withUnsafeBytes(of: &error) { bytes in
                guard let base = bytes.baseAddress else { return }
                call.threw(requirement, base.assumingMemoryBound(to: (any Error).self).pointee, frame: place)
            }
            return
        }
        switch result {
        case .none: call.returned(requirement, frame: place)
        case .memory:
            let address = UnsafeRawPointer(bitPattern: UInt(place.pointee.words.1))
            call.returned(requirement, address ?? UnsafeRawPointer(place), frame: place)
        case .undecoded(let value): withUnsafePointer(to: value) { call.returned(requirement, $0, frame: place) }
        case .registers(let pieces, let size, _):
            withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: 16) { memory in
                SavedRegisters(results).assemble(pieces, into: memory)
                call.returned(requirement, memory.baseAddress.unsafelyUnwrapped, frame: place)
            }
        }
    }
}
