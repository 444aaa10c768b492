// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// Waits for changes of an atomic word in the kernel, by futex.
enum FutexWord {
    // An `Atomic<UInt32>` is laid out as a plain 32-bit word with a stable address, as futex(2) requires.
    private static func address(_ word: borrowing Atomic<UInt32>) -> UnsafePointer<UInt32> {
        withUnsafePointer(to: word) { UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self) }
    }

    static func wake(_ word: borrowing Atomic<UInt32>) { cthread_wake(address(word)) }

    /// Waits until the word differs from `expected` or the time is up. Spurious wakeups are possible.
    static func wait(_ word: borrowing Atomic<UInt32>, while expected: UInt32, atMostNanoseconds nanoseconds: UInt64) {
        cthread_wait(address(word), expected, nanoseconds)
    }
}
