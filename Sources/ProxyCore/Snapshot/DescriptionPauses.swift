// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// Types whose own code took longer than a snapshot may, and until when nobody asks them again.
///
/// A description of the program's own cannot be interrupted, and must not run on another thread, so a first one takes
/// as long as it likes. What can be kept to is a share of the time: after a description that overran the budget, the
/// values of its type are shown as cut for `share` times as long as it took. So a type that takes a second each time
/// costs a hundredth of a caller's time, and one that was interrupted by chance is asked again soon.
///
/// Callable from any thread. Nothing is locked as long as no description has overrun.
enum DescriptionPauses {
    /// How many times as long as it took a type is left alone.
    static let share: UInt64 = 100

    private static let isInUse = Atomic<Bool>(false)
    private static let ends = Mutex<[ObjectIdentifier: UInt64]>([:])

    /// Whether values of a type are to be left alone at a reading of the counter.
    static func isPaused(_ type: Any.Type, at ticks: UInt64) -> Bool {
        guard isInUse.load(ordering: .acquiring) else { return false }
        return ends.withLock { $0[ObjectIdentifier(type)] }.map { ticks < $0 } ?? false
    }

    /// Notes how long the description of a value took, up to a reading of the counter.
    static func begin(_ type: Any.Type, at ticks: UInt64, took duration: UInt64) {
        ends.withLock { $0[ObjectIdentifier(type)] = ticks &+ duration &* share }
        isInUse.store(true, ordering: .releasing)
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
        let start = cclock_ticks()
        guard !DescriptionPauses.isPaused(type, at: start) else {
            putHead(.described, type: typePointer, cut: (.time, 0), label: label)
            putLength(0)
            return nil
        }
        let answer = body()
        let end = cclock_ticks()
        if end &- start > allowedTicks { DescriptionPauses.begin(type, at: end, took: end &- start) }
        return answer
    }
}
