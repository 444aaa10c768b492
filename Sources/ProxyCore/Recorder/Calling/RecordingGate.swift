// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Whether a thread drains the rings that calls write into.
enum DrainPresence: UInt8, AtomicRepresentable {
    /// A thread does, or will.
    case present
    /// The thread could not be started.
    case missing
    /// The recorder's threads are in the process that this one was forked from.
    case inParent
}

/// The part of a recorder that calls read: plain memory that lives as long as the recorder.
@usableFromInline
struct RecordingGate: ~Copyable {
    /// Whether calls are currently recorded.
    @usableFromInline
    let isRecording: Atomic<Bool>
    /// Number of the recorder in this process, from 1. It distinguishes the rings of different recorders.
    @usableFromInline
    let number: UInt
    let ringBytes: Int
    let waitsForRoom: Bool
    let limits: UnsafeMutablePointer<SnapshotLimits>
    /// Applies the rate limit; nil without one.
    let governor: UnsafeMutablePointer<RateGovernor>?
    /// 1 while the drain sleeps until a call wakes it.
    let drainSleep = Atomic<UInt32>(0)
    /// Counts the drain's rounds, for callers waiting for space.
    let rounds = Atomic<UInt32>(0)
    /// Unless it is `.present`, nothing is recorded and no thread waits for the drain.
    let drain = Atomic<DrainPresence>(.present)
    /// Number of recorded async calls that are running, in memory of its own: calls without a task need not share the
    /// cache line of a number that changes.
    let asyncCalls: UnsafeMutablePointer<Atomic<Int>>
    /// Registers a new ring with the drain.
    let register: (UnsafeMutablePointer<Ring>) -> Void

    private static let lastNumber = Atomic<UInt>(0)

    init(_ configuration: RecorderConfiguration, register: @escaping (UnsafeMutablePointer<Ring>) -> Void) {
        isRecording = Atomic(configuration.isRecording)
        number = Self.lastNumber.add(1, ordering: .relaxed).newValue
        ringBytes = configuration.ringBytes
        waitsForRoom = configuration.overflowPolicy == .wait
        limits = .allocate(capacity: 1)
        let redactor = Redactor(configuration.redactions).map { Unmanaged.passRetained($0) }
        limits.initialize(
            to: SnapshotLimits(
                configuration.budget,
                redactor: redactor,
                hidesCredentials: configuration.hidesCredentials
            )
        )
        governor = configuration.rateLimit.map { limit in
            let governor = UnsafeMutablePointer<RateGovernor>.allocate(capacity: 1)
            governor.initialize(to: RateGovernor(limit))
            return governor
        }
        asyncCalls = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128).bindMemory(
            to: Atomic<Int>.self,
            capacity: 1
        )
        asyncCalls.initialize(to: Atomic(0))
        self.register = register
    }

    deinit {
        limits.pointee.redactor?.release()
        limits.deinitialize(count: 1)
        limits.deallocate()
        governor?.deinitialize(count: 1)
        governor?.deallocate()
        asyncCalls.deinitialize(count: 1)
        UnsafeMutableRawPointer(asyncCalls).deallocate()
    }

    /// Whether a call can be inside a recorded async call.
    @inline(__always)
    var hasAsyncCalls: Bool { asyncCalls.pointee.load(ordering: .relaxed) != 0 }

    @inline(__always)
    var isDrainAsleep: Bool { drainSleep.load(ordering: .relaxed) != 0 }

    /// Whether a caller may wait for the drain.
    var hasDrain: Bool { drain.load(ordering: .acquiring) == .present }

    /// Wakes the drain.
    @inline(never)
    func wakeDrain() {
        drainSleep.store(0, ordering: .sequentiallyConsistent)
        FutexWord.wake(drainSleep)
    }

    /// Waits for the end of the drain's current round, for at most 1 ms.
    @inline(never)
    func waitForRound() {
        let round = rounds.load(ordering: .acquiring)
        wakeDrain()
        FutexWord.wait(rounds, while: round, atMostNanoseconds: 1_000_000)
    }
}
