// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Stored invocations whose closure arguments were called or released after their begin was recorded.
    package struct CompletionUpdates: Sendable {
        /// The invocations in their current state, each once, in order of their starts.
        package let items: [Invocation]
        /// Number of the last change; ask for the changes after it next.
        package let last: UInt64
    }

    /// Number of the last change of a closure argument, 0 before the first.
    package var lastCompletionChange: UInt64 { engine.withDrain { $0.completionLog.last } }

    /// The stored invocations whose completions changed after a change. Those of calls that are running or were evicted
    /// are left out.
    ///
    /// - Parameter number: Number of the last known change. When too many followed, every stored invocation with
    ///   closure arguments counts as changed.
    package func completionUpdates(after number: UInt64) -> CompletionUpdates {
        let (changes, snapshot) = engine.withDrain { ($0.completionChanges(after: number), $0.store.snapshot) }
        guard !changes.calls.isEmpty else { return CompletionUpdates(items: [], last: changes.last) }
        let decoder = self.decoder
        let items = changes.calls.sorted().compactMap { snapshot.record(seq: $0).map(decoder.invocation) }
        return CompletionUpdates(items: items, last: changes.last)
    }

    /// The stored calls that somebody took and never completed, by selector, most frequent first: every closure
    /// argument was released without a call.
    ///
    /// - Parameters:
    ///   - filter: Only calls that pass. Default: all.
    ///   - time: Longest time to scan. Default 250 ms.
    public func neverCompleted(
        matching filter: InvocationFilter = .everything,
        within time: Duration = .milliseconds(250)
    ) -> [UnansweredSelector] {
        let narrowed = filter.narrowed(by: .neverCompleted).narrowed(by: .not(.term(.unanswered)))
        return ranking(narrowed, within: time)
    }
}
