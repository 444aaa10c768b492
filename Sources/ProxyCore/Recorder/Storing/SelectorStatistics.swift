// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Statistics of all calls of one selector since the recorder was created; unaffected by eviction and clearing.
public struct SelectorStatistics: Sendable, Hashable {
    /// The selector.
    public let selector: Selector
    /// Completed calls, both recorded and skipped by a rate limit.
    public var calls: UInt64 { latency.total.saturatingAdding(skipped) }
    /// Calls skipped by a rate limit; their durations are unknown.
    public internal(set) var skipped: UInt64 = 0
    /// Calls that threw.
    public internal(set) var errors: UInt64 = 0
    /// Calls that no one answered.
    public internal(set) var unanswered: UInt64 = 0
    /// Durations of the recorded calls.
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

    /// Counts one completed call and the calls skipped before it.
    package mutating func add(
        duration: UInt64,
        state: Invocation.State,
        path: Invocation.ReturnPath,
        skipped: UInt64
    ) {
        self.skipped = self.skipped.saturatingAdding(skipped)
        add(duration: duration, state: state, path: path)
    }

    /// Adds the calls of the same selector in another run.
    package mutating func add(_ other: SelectorStatistics) {
        skipped = skipped.saturatingAdding(other.skipped)
        errors = errors.saturatingAdding(other.errors)
        unanswered = unanswered.saturatingAdding(other.unanswered)
        latency.add(other.latency)
    }

    package static func none(of selector: Selector) -> Self { SelectorStatistics(selector: selector) }
}
