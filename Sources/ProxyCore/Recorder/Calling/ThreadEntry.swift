// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread

/// Who writes the ring from here on.
struct ThreadEntry: BitwiseCopyable {
    /// A multiple of 8, as the size of every entry.
    static var size: Int { (MemoryLayout<ThreadEntry>.size + 7) & ~7 }

    var head: EntryHead
    var ticks: UInt64
    var thread: cthread_facts
}
