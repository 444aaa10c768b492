// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// Types whose own code took longer than a snapshot may, and until when nobody asks them again.
///
/// A description of the program's own cannot be interrupted, and must not run on another thread, so one that takes a
/// second delays its caller by that second. The share of the time is bounded instead: after two overruns in a row, the
/// values of the type are shown as cut for `share` times as long as the second one took. A first overrun has no
/// consequence, so that a formatter which takes long when it is first used costs no value.
///
/// Callable from any thread. Nothing is locked as long as no description has overrun.
enum DescriptionPauses {
    /// How many times as long as it took a type is left alone.
    static let share: UInt64 = 100

    /// Readings of the counter.
    private struct Overrun {
        var last: UInt64
        /// Until when the type is left alone; nil after a first overrun.
        var pauseEnd: UInt64?
    }

    private static let isInUse = Atomic<Bool>(false)
    private static let overruns = Mutex<[ObjectIdentifier: Overrun]>([:])

    /// Whether values of a type are to be left alone at a reading of the counter.
    static func isPaused(_ type: Any.Type, at ticks: UInt64) -> Bool {
        guard isInUse.load(ordering: .acquiring) else { return false }
        return overruns.withLock { $0[ObjectIdentifier(type)]?.pauseEnd }.map { ticks < $0 } ?? false
    }

    /// Notes how long the description of a value took, up to a reading of the counter.
    ///
    /// - Returns: Whether that is forgiven: the type has not overrun before, or not for long enough.
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
    /// What code of the program says of a value; nil, and a cut value is written, while its type is left alone.
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

    /// What code of the program says of a value; nil while its type is left alone.
    mutating func ask<Answer>(_ type: Any.Type, _ body: () -> Answer) -> Answer? {
        let start = cclock_ticks()
        guard !DescriptionPauses.isPaused(type, at: start) else { return nil }
        let answer = body()
        let end = cclock_ticks()
        let took = end &- start
        if took > allowedTicks, DescriptionPauses.noteOverrun(type, at: end, took: took), let allowed = deadline {
            deadline = allowed &+ took
        }
        return answer
    }
}
