// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread

/// Names the thread that writes to the ring from here on.
struct ThreadEntry: BitwiseCopyable {
    /// Rounded up to a multiple of 8, as for all entries.
    static var size: Int { (MemoryLayout<ThreadEntry>.size + 7) & ~7 }

    var head: EntryHead
    /// Not later than those of the entry that follows.
    var ticks: UInt64
    var thread: cthread_facts
}
