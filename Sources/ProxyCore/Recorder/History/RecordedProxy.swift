// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A proxy in a history, with the calls recorded for it.
public struct RecordedProxy: Sendable, Hashable {
    /// Calls of one requirement.
    public struct Calls: Sendable, Hashable {
        /// The requirement.
        public var selector: Selector
        /// Number of stored calls.
        public var count: UInt64
        /// Stored calls that no one answered.
        public var unanswered: UInt64

        /// Creates the counts of one requirement.
        public init(selector: Selector, count: UInt64, unanswered: UInt64) {
            self.selector = selector
            self.count = count
            self.unanswered = unanswered
        }
    }

    /// Number of the proxy in the recorded program, from 1.
    public var number: Int
    /// The process, in a recording of several processes; nil otherwise.
    public var process: ProcessFacts?
    /// The epoch of the process's recorder, in a recording of several processes; nil otherwise.
    public var epoch: String?
    /// Type of the parent object, or of the proxy if it had none.
    public var owner: String
    /// Type of the last forward delegate; nil when there was none.
    public var target: String?
    /// The protocol of its calls; nil when no call is stored.
    public var protocolName: String?
    /// Calls by requirement, sorted by name; nil when counting them would take too long.
    public var calls: [Calls]?
    /// Events of the proxy, oldest first.
    public var history: [ProxyEvent]

    /// Creates a proxy of which only the number is known.
    public init(number: Int) {
        self.number = number
        owner = ""
        history = []
    }
}
