// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Who writes the ring from here on.
struct ThreadEntry: BitwiseCopyable {
    /// Bytes of a name that are kept; Linux has 15.
    static let nameLimit = 32
    /// Where the name lies.
    static let nameOffset = MemoryLayout<ThreadEntry>.size
    static let size = nameOffset + nameLimit

    var head: EntryHead
    var ticks: UInt64
    var id: UInt32
    var isMain: UInt32
    /// Length of the name, whose bytes follow.
    var nameCount: UInt64
}
