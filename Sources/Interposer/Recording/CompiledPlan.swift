// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import ProxyCore
internal import Synchronization

/// A plan in the form in which calls use it: plain memory that is never freed, so that a call counts no references.
struct CompiledPlan: BitwiseCopyable {
    /// The first member: calls use it by the address of the plan.
    fileprivate let requirement: InterposedRequirement
    /// The first reading, for calls that need no more of it.
    fileprivate let short: ShortReading?
    /// Whether no reading has a result or an error.
    fileprivate let returnsNothing: Bool
    fileprivate let check: Unmanaged<SelfCheck>
    fileprivate let isAsync: Bool
    /// At least one.
    fileprivate let readings: UnsafeBufferPointer<CompiledReading>
    /// Number of calls for which no reading was right, or whose arguments had no memory.
    fileprivate let unread: UnsafeMutablePointer<Atomic<UInt64>>
    /// A bit for each reading that is not the requirement's, as a call has shown.
    fileprivate let ruledOut: UnsafeMutablePointer<Atomic<UInt8>>

    /// - Parameters:
    ///   - requirement: Its recorder is kept alive by the caller.
    ///   - check: Kept alive from here on.
    static func immortal(
        _ plan: RequirementPlan,
        _ requirement: InterposedRequirement,
        _ check: SelfCheck,
        isAsync: Bool
    ) -> UnsafePointer<CompiledPlan> {
        precondition(plan.readings.count <= 8, "a call has three bits for the number")
        let readings =
            plan.readings.isEmpty ? [CompiledReading(limited: plan)] : plan.readings.map(CompiledReading.init)
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<CompiledPlan>.size,
            alignment: CallPlace.alignment
        )
        precondition(MemoryLayout<CompiledPlan>.offset(of: \.requirement) == 0, "its address is the plan's")
        precondition(MemoryLayout<InterposedCall>.size <= CallPlace.callSize, "an address follows it")
        let unread = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: 1)
        unread.initialize(to: Atomic(0))
        let ruledOut = UnsafeMutablePointer<Atomic<UInt8>>.allocate(capacity: 1)
        ruledOut.initialize(to: Atomic(0))
        let plan = CompiledPlan(
            requirement: requirement,
            short: ShortReading(readings[0], check),
            returnsNothing: readings.allSatisfy(\.returnsNothing),
            check: .passRetained(check),
            isAsync: isAsync,
            readings: CompiledReading.immortal(readings),
            unread: unread,
            ruledOut: ruledOut
        )
        return UnsafePointer(memory.initializeMemory(as: CompiledPlan.self, to: plan))
    }
}

/// The memory of a call, from its begin to its end.
///
/// The first word has the address of the plan, with the number of the reading in the lowest bits, and whether the register
/// for errors was empty; the second the address for a result; the last that for an error; the others the `InterposedCall`.
struct CallPlace {
    private let words: UnsafeMutablePointer<cinterpose_place>

    static let alignment = 16
    private static let flagMask = UInt64(alignment - 1)
    private static let readingMask: UInt64 = 7
    private static let emptyErrorBit: UInt64 = 8
    private static let callOffset = 16
    /// Bytes of the words between the addresses.
    static let callSize = 32

    init(_ words: UnsafeMutablePointer<cinterpose_place>) { self.words = words }

    /// An address in the frame of the call.
    var frame: UnsafeRawPointer { UnsafeRawPointer(words) }

    /// The plan by which the call is recorded; nil if it is not.
    var plan: UnsafePointer<CompiledPlan>? {
        UnsafePointer(bitPattern: UInt(words.pointee.words.0 & ~Self.flagMask))
    }

    /// Number of the reading.
    var reading: Int { Int(words.pointee.words.0 & Self.readingMask) }

    /// Notes that the call is not recorded.
    func clear() { words.pointee.words.0 = 0 }

    /// Whether the register for errors was empty when the call began.
    var beganWithoutError: Bool { words.pointee.words.0 & Self.emptyErrorBit != 0 }

    func note(_ plan: UnsafePointer<CompiledPlan>, reading: Int, error: UInt64) {
        words.pointee.words.0 =
            UInt64(UInt(bitPattern: plan)) | UInt64(reading) | (error == 0 ? Self.emptyErrorBit : 0)
    }

    /// An address that the caller passed for a result.
    var resultAddress: UInt64 {
        get { words.pointee.words.1 }
        nonmutating set { words.pointee.words.1 = newValue }
    }

    /// An address that the caller passed for an error of one type.
    var errorAddress: UInt64 {
        get { words.pointee.words.6 }
        nonmutating set { words.pointee.words.6 = newValue }
    }

    /// Where the `InterposedCall` is.
    var call: UnsafeMutablePointer<InterposedCall> {
        (UnsafeMutableRawPointer(words) + Self.callOffset).assumingMemoryBound(to: InterposedCall.self)
    }
}

extension cinterpose_registers {
    /// What an async call is passed for its frame, by the address in its register.
    fileprivate var asyncContext: UnsafeRawPointer {
        UnsafeRawPointer(bitPattern: UInt(async_context)) ?? UnsafeRawPointer(stack)
    }
}

extension UnsafePointer<CompiledPlan> {
    // MARK: Entering

    /// Begins the record of a call.
    @inline(__always)
    func enter(_ place: CallPlace, _ registers: UnsafeMutablePointer<cinterpose_registers>) {
        guard pointee.short?.passes(registers) == true, let short = pointee.short else {
            return enterSlowly(place, registers)
        }
        guard let whole = short.whole else {
            return beginCopy(pointee.readings.baseAddress.unsafelyUnwrapped, 0, place, registers)
        }
        begin(place, registers, short.stackSize, 0, whole.address(registers, registers.pointee.stack))
    }

    @inline(never)
    private func enterSlowly(_ place: CallPlace, _ registers: UnsafeMutablePointer<cinterpose_registers>) {
        guard let index = readingIndex(of: registers) else {
            pointee.unread.pointee.add(1, ordering: .relaxed)
            return
        }
        let reading = pointee.readings.baseAddress.unsafelyUnwrapped + index
        let (result, error) = (reading.pointee.resultAddress, reading.pointee.errorAddress)
        place.resultAddress = result.map { UInt64($0.word(in: registers)) } ?? registers.pointee.indirect_result
        if let error { place.errorAddress = UInt64(error.word(in: registers)) }
        let arguments = reading.pointee.arguments.wholeValue(registers, registers.pointee.stack)
        guard let arguments else { return beginCopy(reading, index, place, registers) }
        begin(place, registers, reading.pointee.stackSize, index, arguments)
    }

    /// Number of the first reading that is right for a call; nil if none is.
    @inline(__always)
    func readingIndex(of registers: UnsafePointer<cinterpose_registers>) -> Int? {
        let ruledOut = pointee.ruledOut.pointee.load(ordering: .relaxed)
        for index in 0..<pointee.readings.count where ruledOut & 1 << index == 0 {
            guard passes(registers, index) else { continue }
            let before: UInt8 = (1 << index) - 1
            if ruledOut & before != before { ruleOut(before & ~ruledOut, registers) }
            return index
        }
        return nil
    }

    @inline(__always)
    private func passes(_ registers: UnsafePointer<cinterpose_registers>, _ index: Int) -> Bool {
        guard let checked = pointee.readings[index].checked else { return true }
        return pointee.check._withUnsafeGuaranteedRef { $0.passes(registers, checked) }
    }

    /// Rules out those of some readings that no call is passed by. All calls of a requirement are passed in one way, and
    /// to refuse another takes system calls, since an arbitrary word may be no address.
    ///
    /// - Parameter candidates: A bit for each.
    @inline(never)
    private func ruleOut(_ candidates: UInt8, _ registers: UnsafePointer<cinterpose_registers>) {
        var found: UInt8 = 0
        for index in 0..<pointee.readings.count where candidates & 1 << index != 0 {
            guard let checked = pointee.readings[index].checked else { continue }
            let hasTable = pointee.check._withUnsafeGuaranteedRef { $0.mayHaveTable(registers, checked) }
            if !hasTable { found |= 1 << index }
        }
        pointee.ruledOut.pointee.bitwiseOr(found, ordering: .relaxed)
    }

    /// Number of calls that were not recorded, because no reading was right.
    var unreadCount: UInt64 { pointee.unread.pointee.load(ordering: .relaxed) }

    /// Bytes of arguments up to which the size of their memory needs no thought.
    private static var smallSize: Int { 128 }

    /// Bytes up to which temporary memory is on the stack; more is allocated.
    private static var stackSize: Int { 1_024 }

    /// Puts the arguments together and begins the record.
    @inline(never)
    private func beginCopy(
        _ reading: UnsafePointer<CompiledReading>,
        _ index: Int,
        _ place: CallPlace,
        _ registers: UnsafeMutablePointer<cinterpose_registers>
    ) {
        let size = reading.pointee.arguments.byteCount
        guard size <= Self.smallSize else { return beginLargeCopy(reading, index, place, registers, size) }
        withUnsafeTemporaryAllocation(byteCount: Self.smallSize, alignment: 16) { memory in
            let base = memory.baseAddress.unsafelyUnwrapped
            reading.pointee.arguments.perform(registers, registers.pointee.stack, into: base)
            begin(place, registers, reading.pointee.stackSize, index, base)
        }
    }

    @inline(never)
    private func beginLargeCopy(
        _ reading: UnsafePointer<CompiledReading>,
        _ index: Int,
        _ place: CallPlace,
        _ registers: UnsafeMutablePointer<cinterpose_registers>,
        _ size: Int
    ) {
        // The handler of a signal may have interrupted the allocator. To find out takes some microseconds.
        guard size <= Self.stackSize || !InterposedRequirement.isInHandler else {
            pointee.unread.pointee.add(1, ordering: .relaxed)
            return
        }
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { memory in
            let base = memory.baseAddress.unsafelyUnwrapped
            reading.pointee.arguments.perform(registers, registers.pointee.stack, into: base)
            begin(place, registers, reading.pointee.stackSize, index, base)
        }
    }

    @inline(__always)
    private func begin(
        _ place: CallPlace,
        _ registers: UnsafeMutablePointer<cinterpose_registers>,
        _ stackSize: UInt64,
        _ index: Int,
        _ arguments: UnsafeRawPointer
    ) {
        let isBegun = requirement.begin(
            arguments,
            frame: place.frame,
            caller: pointee.isAsync ? registers.pointee.asyncContext : UnsafeRawPointer(registers.pointee.stack),
            isDetached: pointee.isAsync,
            into: place.call
        )
        guard isBegun else { return }
        registers.pointee.stack_bytes = stackSize
        place.note(self, reading: index, error: registers.pointee.error)
    }

    /// The first member of the plan.
    private var requirement: UnsafePointer<InterposedRequirement> {
        UnsafeRawPointer(self).assumingMemoryBound(to: InterposedRequirement.self)
    }

    // MARK: Leaving

    /// Ends the record.
    @inline(__always)
    func leave(_ place: CallPlace, _ results: UnsafePointer<cinterpose_results>) {
        guard !pointee.returnsNothing else { return requirement.returned(place.call, frame: place.frame) }
        leaveWithResult(place, results)
    }

    @inline(never)
    private func leaveWithResult(_ place: CallPlace, _ results: UnsafePointer<cinterpose_results>) {
        let call = place.call
        let reading = pointee.readings.baseAddress.unsafelyUnwrapped + place.reading
        if results.pointee.error != 0, reading.pointee.isThrowing,
            !reading.pointee.needsEmptyError || place.beganWithoutError
        {
            return threw(call, reading.pointee.failure.pointee, place, results)
        }
        switch reading.pointee.result {
        case .none: requirement.returned(call, frame: place.frame)
        case .memory:
            let address = UnsafeRawPointer(bitPattern: UInt(place.resultAddress))
            requirement.returned(call, address ?? place.frame, frame: place.frame)
        case .undecoded(let value): requirement.returned(call, value, frame: place.frame)
        case .registers(let copy):
            // No result is on the stack.
            if let whole = copy.wholeValue(results, results) {
                return requirement.returned(call, whole, frame: place.frame)
            }
            // No result in registers is larger.
            withUnsafeTemporaryAllocation(byteCount: MemoryLayout<cinterpose_results>.size, alignment: 16) { memory in
                let base = memory.baseAddress.unsafelyUnwrapped
                copy.perform(results, results, into: base)
                requirement.returned(call, base, frame: place.frame)
            }
        }
    }

    /// Ends the record of a call that threw. The error stays with the caller.
    @inline(never)
    private func threw(
        _ call: UnsafePointer<InterposedCall>,
        _ failure: RequirementReading.Failure,
        _ place: CallPlace,
        _ results: UnsafePointer<cinterpose_results>
    ) {
        switch failure {
        case .none: break
        case .unstated where results.pointee.error == Self.typedErrorMark:
            requirement.threw(call, UndecodedError("an error of one type"), frame: place.frame)
        case .anyError, .unstated:
            var error = results.pointee.error
            withUnsafeBytes(of: &error) { bytes in
                guard let base = bytes.baseAddress else { return }
                requirement.threw(call, base.assumingMemoryBound(to: (any Error).self).pointee, frame: place.frame)
            }
        case .memory(_, let type):
            let address = UnsafeRawPointer(bitPattern: UInt(place.errorAddress))
            let error = address.flatMap { Self.error(of: type, at: $0) }
            requirement.threw(call, error ?? UndecodedError("\(type)"), frame: place.frame)
        case .registers(let pieces, let size, let type):
            withUnsafeTemporaryAllocation(byteCount: CopyStep.wholeBlocks(size), alignment: 16) { memory in
                let base = memory.baseAddress.unsafelyUnwrapped
                base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
                for step in CopyStep.steps(for: pieces, in: .results) { step.perform(results, results, into: base) }
                let error = Self.error(of: type, at: UnsafeRawPointer(base))
                requirement.threw(call, error ?? UndecodedError("\(type)"), frame: place.frame)
            }
        case .undecoded(let error): requirement.threw(call, error, frame: place.frame)
        }
    }

    /// What the register for errors has if the error is elsewhere.
    private static var typedErrorMark: UInt64 { 1 }

    /// A copy of an error of one type.
    private static func error(of type: Any.Type, at address: UnsafeRawPointer) -> (any Error)? {
        func load<Failure: Error>(_ type: Failure.Type) -> any Error {
            address.assumingMemoryBound(to: Failure.self).pointee
        }
        return (type as? any Error.Type).map { load($0) }
    }
}
