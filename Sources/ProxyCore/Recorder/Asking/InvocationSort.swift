// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a list of calls is sorted by. Calls with the same key follow in order of their starts.
public enum InvocationSort: String, Sendable, CaseIterable {
    /// The start; lists in this order can be continued after a time limit.
    case start
    /// The time from start to end.
    case duration
    /// The selector's name.
    case selector
    /// The thread's name, `main` for the main thread, then its number.
    case thread
}
