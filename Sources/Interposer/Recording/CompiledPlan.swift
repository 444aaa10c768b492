// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import ProxyCore

/// A plan in the form in which calls use it. Never freed, because calls may be under way at any time.
final class CompiledPlan: Sendable {
    private let requirement: InterposedRequirement
    private let check: SelfCheck
    private let isAsync: Bool
    /// At least one.
    private nonisolated(unsafe) let readings: UnsafeBufferPointer<CompiledReading>
    private let byteCount: Int

    /// - Parameter requirement: Its recorder is kept alive by the caller.
    init(_ plan: RequirementPlan, _ requirement: InterposedRequirement, _ check: SelfCheck, isAsync: Bool) {
        self.requirement = requirement
        self.check = check
        self.isAsync = isAsync
        readings = CompiledReading.immortal(
            plan.readings.isEmpty ? [CompiledReading(limited: plan)] : plan.readings.map(CompiledReading.init)
        )
        byteCount = max(plan.byteCount, 1)
    }

    // MARK: The memory of a call

    // The place of a call has its plan in its first word, with the number of the reading in the lowest bits, which are
    // zero in addresses of objects; an address that the caller passed in the second, and the `InterposedCall` in the others.
    private static let readingMask: UInt64 = 15
    private static let callOffset = 16

    /// Marks a call as one that is not recorded.
    @inline(__always)
    static func pass(
        _ place: UnsafeMutablePointer<cinterpose_place>,
        _ registers: UnsafeMutablePointer<cinterpose_registers>
    ) {
        // It goes on as if it had not been here: a wrong size would be fatal.
        registers.pointee.stack_bytes = UInt64.max  // `CINTERPOSE_UNKNOWN_STACK`
        place.pointee.words.0 = 0
    }

    /// The plan by which the call with this place is recorded; nil if it is not.
    @inline(__always)
    static func recording(_ place: UnsafeMutablePointer<cinterpose_place>) -> Unmanaged<CompiledPlan>? {
        UnsafeRawPointer(bitPattern: UInt(place.pointee.words.0 & ~readingMask)).map(Unmanaged.fromOpaque)
    }

    // MARK: Entering

    /// Begins the record of a call that is marked as not recorded.
    @inline(__always)
    func enter(_ place: UnsafeMutablePointer<cinterpose_place>, _ registers: UnsafeMutablePointer<cinterpose_registers>)
    {
        guard requirement.isRecording else { return }
        let first = readings.baseAddress.unsafelyUnwrapped
        for index in 0..<readings.count {
            if let checked = first[index].checked, !check.passes(registers, checked) { continue }
            let kept = first[index].keptAddress.map { UInt64($0.word(in: registers)) }
            place.pointee.words.1 = kept ?? registers.pointee.indirect_result
            return begin(place, registers, first + index, number: index)
        }
    }

    @inline(__always)
    private func begin(
        _ place: UnsafeMutablePointer<cinterpose_place>,
        _ registers: UnsafeMutablePointer<cinterpose_registers>,
        _ reading: UnsafePointer<CompiledReading>,
        number: Int
    ) {
        withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { memory in
            let base = memory.baseAddress.unsafelyUnwrapped
            reading.pointee.steps.perform(registers, registers.pointee.stack, into: base, size: byteCount)
            guard let call = InterposedCall(of: requirement, base, frame: place, isDetached: isAsync) else { return }
            UnsafeMutableRawPointer(place).storeBytes(of: call, toByteOffset: Self.callOffset, as: InterposedCall.self)
            registers.pointee.stack_bytes = reading.pointee.stackSize
            let own = UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
            place.pointee.words.0 = own | UInt64(number)
        }
    }

    // MARK: Leaving

    /// Ends the record.
    func leave(_ place: UnsafeMutablePointer<cinterpose_place>, _ results: UnsafePointer<cinterpose_results>) {
        let call = UnsafeRawPointer(place).load(fromByteOffset: Self.callOffset, as: InterposedCall.self)
        let index = Int(place.pointee.words.0 & Self.readingMask)
        let reading = readings.baseAddress.unsafelyUnwrapped + index
        if results.pointee.error != 0, threw(call, reading.pointee.failure.pointee, place, results) { return }
        switch reading.pointee.result {
        case .none: call.returned(requirement, frame: place)
        case .memory:
            let address = UnsafeRawPointer(bitPattern: UInt(place.pointee.words.1))
            call.returned(requirement, address ?? UnsafeRawPointer(place), frame: place)
        case .undecoded(let value): call.returned(requirement, value, frame: place)
        case .registers(let steps, let size):
            withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { memory in
                let base = memory.baseAddress.unsafelyUnwrapped
                // No result is on the stack.
                steps.perform(results, results, into: base, size: size)
                call.returned(requirement, base, frame: place)
            }
        }
    }

    /// Ends the record of a call that threw. The error stays with the caller.
    ///
    /// - Returns: False if the requirement throws nothing, so that the register for errors has anything.
    @inline(never)
    private func threw(
        _ call: InterposedCall,
        _ failure: RequirementReading.Failure,
        _ place: UnsafeMutablePointer<cinterpose_place>,
        _ results: UnsafePointer<cinterpose_results>
    ) -> Bool {
        switch failure {
        case .none: return false
        case .anyError:
            var error = results.pointee.error
            withUnsafeBytes(of: &error) { bytes in
                guard let base = bytes.baseAddress else { return }
                call.threw(requirement, base.assumingMemoryBound(to: (any Error).self).pointee, frame: place)
            }
        case .memory(_, let type):
            let address = UnsafeRawPointer(bitPattern: UInt(place.pointee.words.1))
            let error = address.flatMap { Self.error(of: type, at: $0) }
            call.threw(requirement, error ?? UndecodedError("\(type)"), frame: place)
        case .registers(let pieces, let size, let type):
            withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: 16) { memory in
                let base = memory.baseAddress.unsafelyUnwrapped
                base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
                for step in CopyStep.steps(for: pieces, in: .results) { step.perform(results, results, into: base) }
                let error = Self.error(of: type, at: UnsafeRawPointer(base))
                call.threw(requirement, error ?? UndecodedError("\(type)"), frame: place)
            }
        case .undecoded(let error): call.threw(requirement, error, frame: place)
        }
        return true
    }

    /// A copy of an error of one type.
    private static func error(of type: Any.Type, at address: UnsafeRawPointer) -> (any Error)? {
        func load<Failure: Error>(_ type: Failure.Type) -> any Error {
            address.assumingMemoryBound(to: Failure.self).pointee
        }
        return (type as? any Error.Type).map { load($0) }
    }
}
