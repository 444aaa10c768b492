// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// Pauses types whose own descriptions have exceeded the time budget of a snapshot.
///
/// A custom description cannot be interrupted and must not run on another thread, so a description that takes a second
/// delays its caller by that second. Only its share of the time is bounded: after a second overrun, the values of the
/// type are recorded as cut for `share` times the duration of that overrun. A first overrun has no consequence, so a
/// formatter that is slow on first use costs no value.
///
/// Callable from any thread. Takes no lock until a description has overrun.
enum DescriptionPauses {
    /// Length of a pause, as a multiple of the overrun's duration.
    static let share: UInt64 = 100

    /// Times in ticks of the counter.
    private struct Overrun {
        var last: UInt64
        /// End of the pause; nil after a first overrun.
        var pauseEnd: UInt64?
    }

    private static let isInUse = Atomic<Bool>(false)
    private static let overruns = ForkableMutex<[ObjectIdentifier: Overrun]>([:])

    /// Whether a type is paused at a time in ticks.
    static func isPaused(_ type: Any.Type, at ticks: UInt64) -> Bool {
        guard isInUse.load(ordering: .acquiring) else { return false }
        guard let overrun = overruns.withLock({ $0[ObjectIdentifier(type)] }), let end = overrun.pauseEnd else {
            return false
        }
        // A counter that went back would make the pause longer.
        return overrun.last <= ticks && ticks < end
    }

    /// Notes an overrun that ended at a time in ticks.
    ///
    /// - Returns: Whether it is forgiven: the type has not overrun before, or not for the length of a pause.
    static func noteOverrun(_ type: Any.Type, at ticks: UInt64, took duration: UInt64) -> Bool {
        defer { isInUse.store(true, ordering: .releasing) }
        let pause = duration &* share
        return overruns.withLock { overruns in
            let isForgiven = overruns[ObjectIdentifier(type)].map { ticks &- $0.last > pause } ?? true
            overruns[ObjectIdentifier(type)] = Overrun(last: ticks, pauseEnd: isForgiven ? nil : ticks &+ pause)
            return isForgiven
        }
    }
}

extension ValueWriter {
    /// The result of user code that describes a value; while the type is paused, nil, and a cut value is written.
    mutating func ask<Answer>(
        _ type: Any.Type,
        label: String?,
        typePointer: UnsafeRawPointer?,
        _ body: () -> Answer
    ) -> Answer? {
        let answer = ask(type, body)
        if answer == nil {
            putHead(.described, type: typePointer, cut: (.time, 0), label: label)
            putLength(0)
        }
        return answer
    }

    /// The result of user code that describes a value; nil while the type is paused.
    mutating func ask<Answer>(_ type: Any.Type, _ body: () -> Answer) -> Answer? {
        let start = cclock_ticks()
        guard !DescriptionPauses.isPaused(type, at: start) else { return nil }
        let answer = body()
        let end = cclock_ticks()
        // 0 if the counter went back meanwhile.
        let took = end > start ? end - start : 0
        if took > allowedTicks, DescriptionPauses.noteOverrun(type, at: end, took: took), let allowed = deadline {
            deadline = allowed &+ took
        }
        return answer
    }
}
