// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What to do with live calls: which calls, when, what, and how often.
///
/// ```swift
/// try recorder.rules.add(Rule(.answer("true"), when: InvocationFilter("selector:*shouldRetry*")))
/// ```
///
/// - Invariant: A value.
public struct Rule: Sendable {
    /// When a rule acts.
    public enum Point: String, Sendable, Hashable, CaseIterable {
        /// Before the call reaches a handler, the target or the default.
        case before
        /// After it was answered, before the caller gets the answer. Filters then know result, error and duration.
        case after
    }

    /// What a rule does.
    public enum Action: Sendable {
        /// Makes the call wait for a decision, at most for this long; then it goes on unchanged. 100 ms to 10 minutes.
        case hold(deadline: Duration = .seconds(10))
        /// Answers in place of the target, or replaces its answer.
        case answer(RuleValue)
        /// Throws in place of the target's answer.
        case `throw`(RuleThrow)
        /// Makes the call wait; at most one minute.
        case delay(Duration)
        /// Leaves out the call of a requirement without a result.
        case skip
        /// Changes an argument before the target gets it. The argument is named by its name inside the method, its label
        /// or its number from 0; `result`, after the call, changes the answer.
        case edit(String, RuleValue)
        /// Marks the record.
        case mark
        /// Sets the comment of the record; at most 4 096 bytes.
        case comment(String)
        /// Writes a line to the log of the server, or to standard error without one.
        case log(String)
    }

    /// How often a rule acts. Without limits, on every call that its filter passes.
    public struct Limits: Sendable, Hashable {
        /// At most this many times; from 1.
        public var times: Int?
        /// On one of this many calls that the filter passes, the first included; from 1.
        public var every: Int?
        /// Not after this time, in nanoseconds since 1970.
        public var untilNanoseconds: Int64?
        /// Only while a client is connected that can decide about held calls.
        public var connectedOnly = false

        /// No limits.
        public init() {}
    }

    /// Threads that a rule may block, besides ordinary ones. Async requirements suspend and block no thread.
    public struct Threads: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The main thread. A program may be unable to do anything while it waits.
        public static let main = Threads(rawValue: 1)
        /// The threads of Swift's cooperative pool. There are as many as cores, so that tasks stop when all wait.
        public static let tasks = Threads(rawValue: 2)
    }

    /// The calls; see `docs/filter.md`.
    public var filter: InvocationFilter
    /// When it acts.
    public var point: Point
    /// What it does.
    public var action: Action
    /// How often.
    public var limits = Limits()
    /// Threads that it may block besides ordinary ones. Default none.
    public var blocks: Threads = []
    /// Whether it acts at all.
    public var isEnabled = true

    /// Creates a rule without limits.
    ///
    /// - Parameters:
    ///   - action: What to do.
    ///   - point: Default: before the target.
    ///   - filter: The calls. Default: all to which the action applies.
    public init(_ action: Action, at point: Point = .before, when filter: InvocationFilter = .everything) {
        self.action = action
        self.point = point
        self.filter = filter
    }
}

/// A value as JSON text (RFC 8259), made into the type of an argument or a result by each call on which a rule acts.
public struct RuleValue: Sendable, Hashable, CustomStringConvertible {
    /// The text.
    public let json: String

    /// - Parameter json: The text; read when the rule is added.
    public init(json: String) { self.json = json }

    /// The text.
    public var description: String { json }
}

extension RuleValue: ExpressibleByStringLiteral {
    /// A value from JSON text: `"true"`, `"[1, 2]"`, `"\"text\""`.
    public init(stringLiteral json: String) { self.init(json: json) }
}

/// The error that a rule throws.
public enum RuleThrow: Sendable, Hashable {
    /// `RuleError` with a text.
    case text(String)
    /// A case of the error type that the requirement declares, by its name.
    case named(String)
}

/// The error that callers get from a rule that throws a text.
public struct RuleError: Error, Hashable, Sendable, CustomStringConvertible, InspectableValue {
    /// The text of the rule.
    public let description: String

    /// Creates an error.
    public init(_ text: String) { description = text }

    /// The text of the rule.
    public var inspectedDescription: String { description }
}
