// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Records the calls that proxies forward, and answers questions about them.
///
/// Every proxy has one, `shared` unless told otherwise. A call costs its thread two entries in a ring of its own;
/// a thread of the recorder merges the rings into the store, at most `RecorderConfiguration.drainInterval` later.
///
/// - Invariant: Callable from any thread. Runs no user code while locked.
public final class Recorder: Sendable {
    /// The recorder of all proxies that are not given another.
    ///
    /// Unless `configureShared(_:)` was called, `INSPECTOR_MEMORY` in the environment says how many megabytes of calls it
    /// stores.
    public static let shared = Recorder(sharedSetup.withLock { $0.take() })

    /// How `shared` is to work, and whether it is made already.
    private struct SharedSetup {
        private var configuration: RecorderConfiguration?
        private var isTaken = false
        /// What is wrong with the environment, where it counts.
        private(set) var error: EnvironmentError?

        mutating func take() -> RecorderConfiguration {
            isTaken = true
            if let configuration { return configuration }
            var configuration = RecorderConfiguration()
            do {
                if let memory = try EnvironmentSetting.memory.value() { configuration.store(megabytes: memory) }
            } catch {
                self.error = error
            }
            return configuration
        }

        mutating func set(_ new: RecorderConfiguration) -> Bool {
            guard !isTaken else { return false }
            configuration = new
            return true
        }
    }

    private static let sharedSetup = Mutex(SharedSetup())

    /// What `shared` could not read of the environment.
    package static var sharedEnvironmentError: EnvironmentError? { sharedSetup.withLock { $0.error } }

    /// Sets how `shared` works. Call it before anything uses `shared`.
    ///
    /// - Returns: False, and nothing changed, when `shared` is in use already.
    public static func configureShared(_ configuration: RecorderConfiguration) -> Bool {
        sharedSetup.withLock { $0.set(configuration) }
    }

    let engine: RecorderEngine
    let directory: ProxyDirectory
    let tally: CallTally
    let attachment: Attachment

    /// Creates a recorder with its own store.
    public init(_ configuration: RecorderConfiguration = RecorderConfiguration()) {
        engine = RecorderEngine(configuration)
        attachment = Attachment()
        directory = ProxyDirectory()
        tally = CallTally(directory: directory)
        keepTallyNear()
    }

    /// Creates a recorder that records nothing and answers every question from a history, under its epoch.
    public init(replaying history: any InvocationHistory) {
        var configuration = RecorderConfiguration()
        configuration.isRecording = false
        engine = RecorderEngine(configuration, epoch: history.extent.epoch)
        directory = ProxyDirectory()
        tally = CallTally(directory: directory)
        attachment = Attachment(replaying: history)
    }

    deinit {
        engine.stop()
        attachment.pump?.stop()
    }

    /// The configuration, with every number inside its bounds.
    public var configuration: RecorderConfiguration { engine.configuration }

    /// Eight hexadecimal digits that tell this recorder's records from those of another run.
    public var epoch: String { engine.epoch }

    /// Whether calls are recorded now. Calls made while they are not are counted as suppressed.
    public var isRecording: Bool { engine.gate.pointee.isRecording.load(ordering: .relaxed) }

    /// What the recorder has done so far. Calls still on their way to the store are not counted yet.
    public var status: RecorderStatus {
        if isReplay, let extent = attachment.history?.extent { return RecorderStatus(extent) }
        return engine.withDrain { drain in
            RecorderStatus(
                stored: UInt64(drain.store.count),
                evicted: drain.store.evicted,
                cleared: drain.store.cleared,
                dropped: drain.sum { $0.dropped.load(ordering: .relaxed) },
                suppressed: drain.sum { $0.suppressed.load(ordering: .relaxed) },
                running: drain.openCallCount,
                bytes: drain.store.bytes,
                lastPosition: drain.store.lastPosition,
                lastSeq: drain.lastSeq,
                threads: drain.threads.count,
                overheadNanosecondsPerCall: drain.overheadNanosecondsPerCall
            )
        }
    }

    /// Stops recording. Calls under way still end in the record.
    public func pause() { engine.gate.pointee.isRecording.store(false, ordering: .relaxed) }

    /// Records again.
    public func resume() { engine.gate.pointee.isRecording.store(true, ordering: .relaxed) }

    /// Returns when everything recorded before is in the store. Waits for the drain: some milliseconds at most.
    public func flush() { engine.flush() }

    /// Forgets all stored invocations; statistics, counters and numbering go on.
    ///
    /// - Parameter includingMarked: Whether marked ones go too. Default true.
    public func clear(includingMarked: Bool = true) {
        // What a sink has not taken over yet would be missing there.
        flushSink()
        countStoredCalls()
        engine.withDrain { $0.clear(includingMarked: includingMarked) }
    }
}
