// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
internal import Synchronization

/// The closure arguments of one recorded call, which their wrappers and the recorder share.
///
/// A proxy makes one before it forwards a call (`ProtocolProxy.watchClosures(of:)`), and passes a wrapper for each
/// closure that calls a `WatchedClosure` first. The begin of the call's record takes it along, so that the drain can
/// tell to which record later calls belong. Closures of a call that is not recorded after all are wrapped in vain.
///
/// - Invariant: Callable from any thread. Keeps neither the closures nor the recorder alive.
public final class CallClosures: Sendable {
    private let recorder: RecorderReference
    /// Address of the `CallSite`.
    private let site: UInt
    private let state = Mutex(State())

    private struct RecorderReference: @unchecked Sendable {
        // Sendable: weak references are read atomically, and this one is never written.
        weak var engine: RecorderEngine?
    }

    private struct State: Sendable {
        var closures: [ClosureRecord] = []
        var recording = Recording.unknown
        /// Whether the recorder was told of changes that it has not taken yet.
        var isTold = false
    }

    private enum Recording {
        /// The drain has not read the begin yet.
        case unknown
        /// Recorded under this number.
        case recorded(seq: UInt64)
        case unrecorded
    }

    init(_ engine: RecorderEngine, _ site: UnsafePointer<CallSite>) {
        recorder = RecorderReference(engine: engine)
        self.site = UInt(bitPattern: site)
    }

    /// Follows the closure that is passed as an argument.
    ///
    /// - Parameter argument: Index of the argument in the selector's tuple, from 0.
    /// - Returns: What the wrapper tells of its calls. Only the wrapper should keep it: its deallocation is the release
    ///   of the closure.
    public func watch(_ argument: Int) -> WatchedClosure {
        let place = state.withLock { state in
            state.closures.append(ClosureRecord(argument: argument))
            return state.closures.count - 1
        }
        return WatchedClosure(self, place: place, argument: argument)
    }

    // MARK: Changes

    /// Counts a call of a closure and records its arguments, on the calling thread.
    fileprivate func noteCall<each Argument>(
        _ place: Int,
        _ argument: Int,
        _ arguments: repeat each Argument
    ) {
        let ticks = cclock_ticks()
        guard let engine = recorder.engine, engine.gate.pointee.hasDrain else { return }
        let isKept = state.withLock { state -> Bool? in
            if case .unrecorded = state.recording { return nil }
            return state.closures[place].calls.count < Invocation.Completion.callLimit
        }
        guard let isKept else { return }
        let context = ThreadContext.current
        // Encoding runs user code such as descriptions, so it happens without the lock.
        let call = isKept ? makeCall(ticks, argument, context, engine, repeat each arguments) : nil
        change(engine) { state in
            state.closures[place].count += 1
            guard let call, state.closures[place].calls.count < Invocation.Completion.callLimit else { return }
            state.closures[place].calls.append(call)
        }
    }

    /// Notes the release of a closure.
    fileprivate func noteRelease(_ place: Int) {
        let ticks = cclock_ticks()
        guard let engine = recorder.engine, engine.gate.pointee.hasDrain else { return }
        let isOfInterest = state.withLock { state in
            if case .unrecorded = state.recording { return false }
            return state.closures[place].count == 0
        }
        if isOfInterest { change(engine) { $0.closures[place].releasedTicks = ticks } }
    }

    private func change(_ engine: RecorderEngine, _ body: (inout State) -> Void) {
        let isNews = state.withLock { state in
            body(&state)
            guard case .recorded = state.recording, !state.isTold else { return false }
            state.isTold = true
            return true
        }
        if isNews { engine.noteChange(of: self) }
    }

    private func makeCall<each Argument>(
        _ ticks: UInt64,
        _ argument: Int,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ engine: RecorderEngine,
        _ arguments: repeat each Argument
    ) -> ClosureRecord.Call {
        let limits = UnsafePointer(engine.gate.pointee.limits)
        var types: [UInt] = []
        for type in repeat (each Argument).self { types.append(Self.address(of: type)) }
        context.pointee.suppression += 1
        defer { context.pointee.suppression -= 1 }
        let bytes = withUnsafeTemporaryAllocation(byteCount: limits.pointee.capacity, alignment: 8) { memory in
            // Never empty: the capacity includes the writer's tail.
            let start = memory.baseAddress!
            var writer = ValueWriter(at: start, limits: limits)
            let rule = writer.redactor?._withUnsafeGuaranteedRef { redactor in
                redactor.argumentRule(of: CallSite.at(site), argument)
            }
            for value in repeat each arguments {
                if let rule { writer.putRedacted(rule) } else { Self.write(value, to: &writer) }
            }
            return [UInt8](UnsafeRawBufferPointer(start: start, count: writer.cursor - start))
        }
        return ClosureRecord.Call(ticks: ticks, thread: ThreadInfo(context.pointee.thread), types: types, values: bytes)
    }

    private static func write<Value>(_ value: Value, to writer: inout ValueWriter) {
        writer.writeAny(value, label: nil, staticType: Value.self)
    }

    private static func address(of type: Any.Type) -> UInt {
        UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self))
    }

    // MARK: The record

    /// Whether any closure is followed.
    var isEmpty: Bool { state.withLock { $0.closures.isEmpty } }

    /// The call was not recorded: changes are ignored from here on.
    func leaveUnrecorded() {
        state.withLock { state in
            state.recording = .unrecorded
            for place in state.closures.indices { state.closures[place].calls = [] }
        }
    }

    /// The call was recorded under this number; changes are reported from here on.
    ///
    /// - Returns: What became of the closures so far.
    func settle(seq: UInt64) -> [ClosureRecord] {
        state.withLock { state in
            state.recording = .recorded(seq: seq)
            return state.closures
        }
    }

    /// The number of the call, and what became of the closures so far. The next change is reported again.
    func takeChange() -> (seq: UInt64, closures: [ClosureRecord])? {
        state.withLock { state in
            state.isTold = false
            guard case .recorded(let seq) = state.recording else { return nil }
            return (seq, state.closures)
        }
    }
}

/// One closure argument that a wrapper was passed for. Its deallocation is the release of the closure.
///
/// - Invariant: Callable from any thread. Takes no lock while user code runs.
public final class WatchedClosure: Sendable {
    private let call: CallClosures
    private let place: Int
    private let argument: Int

    fileprivate init(_ call: CallClosures, place: Int, argument: Int) {
        self.call = call
        self.place = place
        self.argument = argument
    }

    deinit { call.noteRelease(place) }

    /// Records a call of the closure. The wrapper calls it before it passes the call on.
    ///
    /// - Parameter arguments: The closure's arguments. They are described on the calling thread and not kept.
    public func called<each Argument>(_ arguments: repeat each Argument) {
        call.noteCall(place, argument, repeat each arguments)
    }
}

/// What became of one closure argument, as its wrapper saw it.
struct ClosureRecord: Sendable {
    /// One call of the closure.
    struct Call: Sendable {
        var ticks: UInt64
        var thread: ThreadInfo
        /// Addresses of the types of the closure's parameters.
        var types: [UInt]
        /// The encoded arguments.
        var values: [UInt8]
    }

    /// Index of the argument.
    let argument: Int
    var count = 0
    /// The first calls.
    var calls: [Call] = []
    /// When the closure was released without a call.
    var releasedTicks: UInt64?

    init(argument: Int) { self.argument = argument }

    /// Memory used, in bytes, more or less.
    var bytes: Int {
        MemoryLayout<ClosureRecord>.stride
            + calls.reduce(0) { $0 + MemoryLayout<Call>.stride + $1.values.count + $1.types.count * 8 + 64 }
    }
}
