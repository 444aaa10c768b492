// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

extension Recorder {
    /// A tree of the stored and running calls, and what is known about its completeness.
    package struct FoldedCalls: Sendable {
        /// The calls, from the top down.
        package var tree: CallTree
        /// Whether all stored calls were examined, and no regular expression of the filter exceeded its step limit.
        package var isComplete: Bool
    }

    /// The stored and running calls as a tree, from the top down.
    ///
    /// - Parameters:
    ///   - filter: Only calls that pass; calls between them are left out of the stacks.
    ///   - time: Longest time to read calls, starting with the oldest one.
    package func foldedCalls(matching filter: InvocationFilter, within time: Duration) -> FoldedCalls {
        let deadline = ContinuousClock.now + time
        var fold = CallFold(filter)
        var running = RunningCalls(self.running)
        var query = InvocationQuery()
        query.order = .ascending
        var cursor = self.cursor(query)
        while !cursor.isAtEnd, ContinuousClock.now < deadline {
            for call in cursor.next() {
                while let earlier = running.next(before: call.key) { fold.add(earlier) }
                running.remove(call.key)
                fold.add(call)
            }
        }
        while let call = running.next() { fold.add(call) }
        return FoldedCalls(tree: fold.builder.tree, isComplete: cursor.isAtEnd && !cursor.lacksParts && !fold.isPartial)
    }
}

/// Folds the calls that pass a filter, and skips the others.
private struct CallFold {
    private let filter: InvocationFilter
    private(set) var builder = CallTreeBuilder()
    private(set) var isPartial = false

    init(_ filter: InvocationFilter) { self.filter = filter }

    mutating func add(_ call: Invocation) {
        if filter.isEverything { return builder.add(call) }
        let verdict = filter.verdict(on: call)
        isPartial = isPartial || verdict.isPartial
        if verdict.isMatch { builder.add(call) } else { builder.skip(call) }
    }
}
