// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Invocations that come from elsewhere than a recorder's memory: from a file, for one.

extension Invocation {
    /// An invocation that still runs and has no values; whoever makes it sets the rest.
    package init(
        id: InvocationID,
        parent: InvocationID?,
        depth: Int,
        selector: Selector,
        thread: ThreadInfo,
        proxy: ColumnFilter.ProxyFacts,
        startedAtNanoseconds: Int64,
        startOffsetNanoseconds: UInt64
    ) {
        self.init(
            id: id,
            position: nil,
            parent: parent,
            depth: depth,
            proxy: proxy.number,
            owner: proxy.owner,
            target: proxy.target,
            selector: selector,
            arguments: [],
            thread: thread,
            startedAtNanoseconds: startedAtNanoseconds,
            startOffsetNanoseconds: startOffsetNanoseconds,
            durationNanoseconds: nil,
            targetNanoseconds: nil,
            state: .running,
            returnPath: .none,
            result: nil,
            error: nil
        )
    }

    /// Sets the findings from what is known of the proxy and of the call.
    package mutating func findAgain(isMainOnly: Bool) {
        findings = []
        addFindings(ProxyRevision(proxy: proxy, owner: owner, target: target, isMainOnly: isMainOnly))
    }
}

extension Invocation.Argument {
    package init(label: String?, name: String, _ value: RecordedValue) {
        self.init(label: label, name: name, value: value)
    }
}

extension RecordedValue.Truncation {
    package init(_ reason: TruncationReason, original: Int) {
        self.init(reason: reason, original: original)
    }
}

extension ThreadInfo {
    package init(number: UInt32, name: String, isMain: Bool) {
        self.init(id: number, name: name, isMain: isMain)
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

extension LatencyHistogram {
    /// The counters that are not 0, with their numbers in ascending order.
    package var filledBuckets: [(number: Int, count: UInt64)] {
        counts.enumerated().compactMap { $1 > 0 ? ($0, $1) : nil }
    }

    /// A histogram from its counters; those that do not exist are left out.
    package init(filledBuckets: [(number: Int, count: UInt64)], sum: UInt64, maximum: UInt64) {
        self.init()
        for (number, count) in filledBuckets where counts.indices.contains(number) {
            counts[number] = count
            total += count
        }
        self.sum = sum
        self.maximum = maximum
    }
}
