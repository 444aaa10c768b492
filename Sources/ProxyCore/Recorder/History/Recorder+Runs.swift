// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// The runs that can be compared: those that are kept where its own is, oldest first, then those of other files; its
    /// own alone without a history.
    public var runs: [RecordedRun] {
        let kept = attachment.history?.runs ?? []
        if kept.contains(where: { $0.name == epoch }) { return kept }
        // Nothing of the present run has been written yet.
        return kept.filter { !$0.isBeside } + [ownRun] + kept.filter(\.isBeside)
    }

    /// The run whose invocations the recorder has, as it is kept; nil when it is not.
    public var presentRun: RecordedRun? { attachment.history?.runs.first { $0.name == epoch } }

    private var ownRun: RecordedRun {
        RecordedRun(
            epoch: epoch,
            file: nil,
            program: CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "",
            startedAtNanoseconds: decoder.clock.wallTime(ofOffset: 0),
            endedAtNanoseconds: nil,
            count: Int(clamping: status.stored)
        )
    }

    /// The runs to compare where nobody has named any: its own with the last one of the next file, or else the one
    /// before its own with its own.
    ///
    /// - Returns: Their names; nil when there is no other run.
    public func runsToCompare(after: String? = nil) -> (before: String, after: String)? {
        let runs = self.runs
        if after == nil, let file = runs.first(where: \.isBeside)?.file {
            return runs.last { $0.isBeside && $0.file == file }.map { (epoch, $0.name) }
        }
        let after = after ?? epoch
        let place = runs.firstIndex { $0.name == after } ?? runs.endIndex
        if let before = runs[..<place].last { return (before.name, after) }
        // The first one of several is looked at: what came of it is the second.
        return runs.dropFirst(place + 1).first.map { (after, $0.name) }
    }

    /// What all selectors of a run are compared by.
    ///
    /// - Parameter name: The name of one of `runs`.
    /// - Returns: nil when there is no such run.
    public func selectors(ofRun name: String) -> [RunSelector]? {
        if let kept = attachment.history?.selectors(ofRun: name) { return kept }
        guard name == epoch else { return nil }
        // Without a history, which call of a selector was the first is known of those that are stored only.
        var query = InvocationQuery()
        query.order = .ascending
        var first: [Selector: UInt64] = [:]
        for item in invocations(query).items where first[item.selector] == nil { first[item.selector] = item.seq }
        return selectors.map { RunSelector($0, firstSeq: first[$0.selector] ?? .max) }
    }
}
