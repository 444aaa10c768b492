// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A thread as a record names it.
public struct ThreadInfo: Hashable, Sendable {
    /// Kernel id, as in `/proc/self/task`.
    public var id: UInt32
    /// Name given to the thread, or the program's when none was given.
    public var name: String
    /// Whether it is the thread that the process began with; that is not the same as being on the main queue.
    public var isMain: Bool

    /// Creates it from its parts.
    package init(id: UInt32, name: String, isMain: Bool) {
        self.id = id
        self.name = name
        self.isMain = isMain
    }
}
