// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// Waiting on an atomic word in the kernel.
enum FutexWord {
    // An Atomic of 32 bits is the 32-bit word itself, at a fixed address, which is what futex(2) asks for.
    private static func address(_ word: borrowing Atomic<UInt32>) -> UnsafePointer<UInt32> {
        withUnsafePointer(to: word) { UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self) }
    }

    static func wake(_ word: borrowing Atomic<UInt32>) { cthread_wake(address(word)) }

    /// Waits until the word differs from `expected` or the time is over; may end early.
    static func wait(_ word: borrowing Atomic<UInt32>, while expected: UInt32, atMostNanoseconds nanoseconds: UInt64) {
        cthread_wait(address(word), expected, nanoseconds)
    }
}
