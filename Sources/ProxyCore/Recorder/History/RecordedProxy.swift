// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A proxy as a history knows it: what it was in front of, and what was called.
public struct RecordedProxy: Sendable, Hashable {
    /// Calls of one requirement.
    public struct Calls: Sendable, Hashable {
        /// The requirement.
        public var selector: Selector
        /// Calls that are kept.
        public var count: UInt64
        /// Those of them that reached nobody.
        public var unanswered: UInt64

        /// Creates it from its parts.
        public init(selector: Selector, count: UInt64, unanswered: UInt64) {
            self.selector = selector
            self.count = count
            self.unanswered = unanswered
        }
    }

    /// Number of the proxy in the program that was recorded, from 1.
    public var number: Int
    /// Type of the parent object, or of the proxy where there was none.
    public var owner: String
    /// Type of the last forward delegate; nil when there was none.
    public var target: String?
    /// The protocol of its calls; nil when no call is kept.
    public var protocolName: String?
    /// The requirements that were called, by name; nil where counting them would take too long.
    public var calls: [Calls]?
    /// What happened to it, oldest first.
    public var history: [ProxyEvent]

    /// Creates a proxy of which nothing is known but its number.
    public init(number: Int) {
        self.number = number
        owner = ""
        history = []
    }
}
