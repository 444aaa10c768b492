// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What is known of all calls of one selector since the recorder began; eviction and clearing leave it alone.
public struct SelectorStatistics: Sendable, Hashable {
    /// The selector.
    public let selector: Selector
    /// Calls that completed, recorded or left out by a rate limit.
    public var calls: UInt64 { latency.total + skipped }
    /// Calls that a rate limit left out; their durations are not known.
    public internal(set) var skipped: UInt64 = 0
    /// Calls that threw.
    public internal(set) var errors: UInt64 = 0
    /// Calls that reached nobody.
    public internal(set) var unanswered: UInt64 = 0
    /// Durations of the calls.
    public internal(set) var latency = LatencyHistogram()

    init(selector: Selector) { self.selector = selector }

    mutating func add(duration: UInt64, state: Invocation.State, path: Invocation.ReturnPath) {
        latency.add(duration)
        if state == .threw { errors += 1 }
        if path == .none { unanswered += 1 }
    }
}

extension SelectorStatistics {
    package init(
        selector: Selector,
        errors: UInt64,
        unanswered: UInt64,
        skipped: UInt64,
        latency: LatencyHistogram
    ) {
        self.init(selector: selector)
        self.skipped = skipped
        self.errors = errors
        self.unanswered = unanswered
        self.latency = latency
    }

    /// Counts one completed call, and those that were skipped before it.
    package mutating func add(
        duration: UInt64,
        state: Invocation.State,
        path: Invocation.ReturnPath,
        skipped: UInt64
    ) {
        self.skipped += skipped
        add(duration: duration, state: state, path: path)
    }

    package static func none(of selector: Selector) -> Self { SelectorStatistics(selector: selector) }
}
