// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// The calls of a recording that a test repeats: those that one target answered, in the order of their starts.
package struct RecordedCalls: Sendable {
    /// Why a target can't be chosen, or the calls are those of several processes.
    package struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
        /// The targets that there are; none if the processes are the fault.
        package let targets: [String]
        /// The epochs of several processes, in the order of their first calls.
        package var epochs: [String] = []
    }

    package let target: String
    package let calls: [Invocation]
    /// Matching calls that nobody, a default or a handler alone answered: the target had no part in them.
    package let unanswered: Int
    /// Matching calls made inside another call of the test, which makes them again.
    package let nested: Int
    /// Matching calls beyond the limit.
    package let beyondLimit: Int
    /// Whether a regular expression of the filter ran out of steps for a call of the target.
    private let isPartial: Bool

    /// Some calls, for tests.
    init(target: String, calls: [Invocation]) {
        self.target = target
        self.calls = calls
        (unanswered, nested, beyondLimit) = (0, 0, 0)
        isPartial = false
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
        // Those that are repeated, and all that are made inside of them. A call follows those around it, so that a look at
        // its parent is enough, whatever circle of parents a forged recording has.
        var covered: Set<UInt64> = []
        var (epochs, known): ([String], Set<String>) = ([], [])
        var counts = (unanswered: 0, nested: 0, beyond: 0)
        var isPartial = false
        while !cursor.isAtEnd {
            for call in cursor.next() {
                let isInside = call.parent.map { covered.contains($0.key) } ?? false
                if isInside { covered.insert(call.key) }
                guard let name = call.target else { continue }
                let verdict = filter.verdict(on: call)
                let matches = verdict.isMatch
                if verdict.isPartial, target == nil || target == name { isPartial = true }
                // A target that was asked for is known even if the filter passes none of its calls.
                if target != nil || matches { targets.insert(name) }
                guard matches, target == nil || target == name else { continue }
                guard call.hasAnswerOfTarget else {
                    counts.unanswered += 1
                    continue
                }
                if epochs.last != call.id.epoch, known.insert(call.id.epoch).inserted { epochs.append(call.id.epoch) }
                if isInside {
                    counts.nested += 1
                } else if found.count == limit {
                    counts.beyond += 1
                } else {
                    found.append(call)
                    covered.insert(call.key)
                }
            }
        }
        self.target = try Self.only(of: targets, wanted: target, isPartial: isPartial)
        // The calls of each process were made on a target of its own, and have the same numbers.
        guard epochs.count <= 1 else { throw Fault(severalProcesses: epochs) }
        calls = found
        (unanswered, nested, beyondLimit) = counts
        self.isPartial = isPartial
    }

    /// What to know of the choice of the calls, in words.
    package var remarks: [String] {
        var lines = isPartial ? [FilterVerdict.partialNote] : []
        let proxies = rivalProxies
        if let first = proxies.first {
            let shown = proxies.prefix(Self.namedProxies).map { "\($0)" }.joined(separator: ", ")
            let list = proxies.count > Self.namedProxies ? "\(shown), …" : shown
            lines.append(
                "These calls came through the proxies \(list): if they are of several objects, choose one with "
                    + "--filter proxy:\(first)."
            )
        }
        return lines
    }

    /// Proxies that a remark names.
    private static let namedProxies = 8

    /// The numbers of the proxies of a protocol that has several: another object of the type may be behind each. A call
    /// that came through none has 0.
    private var rivalProxies: [Int] {
        let behind = Dictionary(grouping: calls.filter { $0.proxy > 0 }, by: \.selector.protocolName)
        return behind.values.map { Set($0.map(\.proxy)) }.filter { $0.count > 1 }.joined().sorted()
    }

    private static func only(of targets: Set<String>, wanted: String?, isPartial: Bool) throws(Fault) -> String {
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
            ? "No matching call has a target.\(isPartial ? " \(FilterVerdict.partialNote)" : "")"
            : "The calls are those of several targets: \(list); choose one."
        throw Fault(description: problem, targets: targets.sorted())
    }
}

extension RecordedCalls.Fault {
    /// Epochs named in the description.
    private static let namedCount = 8

    fileprivate init(severalProcesses epochs: [String]) {
        let shown = epochs.prefix(Self.namedCount).joined(separator: ", ")
        let list = epochs.count > Self.namedCount ? "\(shown), …" : shown
        description =
            "The calls are those of \(epochs.count) processes, and a test repeats those of one. Choose one by a filter "
            + "such as process:\(epochs[0]): \(list)."
        targets = []
        self.epochs = epochs
    }
}

extension Invocation {
    /// Whether the target got the call and ended it.
    fileprivate var hasAnswerOfTarget: Bool {
        state != .running && (returnPath == .target || targetResult != nil || targetError != nil)
    }
}
