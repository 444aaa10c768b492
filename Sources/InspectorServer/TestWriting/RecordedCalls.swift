// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// The calls of a recording that a test repeats: those that one target answered, in the order of their starts.
package struct RecordedCalls: Sendable {
    /// Why a target can't be chosen.
    package struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
        /// The targets that there are.
        package let targets: [String]
    }

    package let target: String
    package let calls: [Invocation]
    /// Matching calls that nobody, a default or a handler alone answered: the target had no part in them.
    package let unanswered: Int
    /// Matching calls made inside another call of the test, which makes them again.
    package let nested: Int
    /// Matching calls beyond the limit.
    package let beyondLimit: Int

    /// Some calls, for tests.
    init(target: String, calls: [Invocation]) {
        self.target = target
        self.calls = calls
        (unanswered, nested, beyondLimit) = (0, 0, 0)
    }

    /// Collects the calls.
    ///
    /// - Parameters:
    ///   - target: Name of the target's type; nil if there is only one.
    ///   - filter: Which calls.
    ///   - limit: Maximum number of calls.
    package init(_ recorder: Recorder, of target: String?, matching filter: InvocationFilter, limit: Int) throws(Fault)
    {
        var query = InvocationQuery()
        query.order = .ascending
        var cursor = recorder.cursor(query)
        var targets: Set<String> = []
        var found: [Invocation] = []
        var parents: [UInt64: UInt64] = [:]
        var repeated: Set<UInt64> = []
        var counts = (unanswered: 0, nested: 0, beyond: 0)
        while !cursor.isAtEnd {
            for call in cursor.next() {
                if let parent = call.parent { parents[call.seq] = parent.seq }
                guard let name = call.target else { continue }
                let matches = filter.matches(call)
                // A target that was asked for is known even if the filter passes none of its calls.
                if target != nil || matches { targets.insert(name) }
                guard matches, target == nil || target == name else { continue }
                guard call.hasAnswerOfTarget else {
                    counts.unanswered += 1
                    continue
                }
                if Self.isInside(call.seq, repeated, parents) {
                    counts.nested += 1
                } else if found.count == limit {
                    counts.beyond += 1
                } else {
                    found.append(call)
                    repeated.insert(call.seq)
                }
            }
        }
        self.target = try Self.only(of: targets, wanted: target)
        calls = found
        (unanswered, nested, beyondLimit) = counts
    }

    private static func isInside(_ seq: UInt64, _ repeated: Set<UInt64>, _ parents: [UInt64: UInt64]) -> Bool {
        var place = parents[seq]
        while let parent = place {
            if repeated.contains(parent) { return true }
            place = parents[parent]
        }
        return false
    }

    private static func only(of targets: Set<String>, wanted: String?) throws(Fault) -> String {
        let list = targets.sorted().joined(separator: ", ")
        if let wanted {
            if targets.contains(wanted) { return wanted }
            let known = targets.isEmpty ? "there are none of any target" : "the targets are \(list)"
            let text = "There are no calls of a target named \(wanted); \(known)."
            throw Fault(description: text, targets: targets.sorted())
        }
        if targets.count == 1, let only = targets.first { return only }
        let problem =
            targets.isEmpty
            ? "No matching call has a target." : "The calls are those of several targets: \(list); choose one."
        throw Fault(description: problem, targets: targets.sorted())
    }
}

extension Invocation {
    /// Whether the target got the call and ended it.
    fileprivate var hasAnswerOfTarget: Bool {
        state != .running && (returnPath == .target || targetResult != nil || targetError != nil)
    }
}
