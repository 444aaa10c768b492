// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// The runs that can be compared: those stored with its own, oldest first, then those of other files. Without a
    /// history, only its own.
    public var runs: [RecordedRun] {
        let kept = attachment.history?.runs ?? []
        // The runs of several processes are those that there are.
        if fleet != nil { return kept }
        if kept.contains(where: { $0.name == epoch }) { return kept }
        // The current run has not been written yet.
        return kept.filter { !$0.isBeside } + [ownRun] + kept.filter(\.isBeside)
    }

    /// The stored form of the recorder's own run; nil when it is not stored.
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

    /// The default pair of runs to compare: the recorder's own run with the last run of the first other file, or else
    /// the previous run with its own. In a recording of several processes, the last two versions of a service, or else
    /// the last two processes.
    ///
    /// - Parameters:
    ///   - after: Name of the run that is the second of the pair.
    ///   - byCall: Whether only runs of one process are wanted. Default false.
    /// - Returns: The names of the runs; nil when there is no other run.
    public func runsToCompare(after: String? = nil, byCall: Bool = false) -> (before: String, after: String)? {
        let runs = peers(of: after, byCall: byCall)
        if fleet != nil, after == nil {
            return runs.count < 2 ? nil : (runs[runs.count - 2].name, runs[runs.count - 1].name)
        }
        if after == nil, let file = runs.first(where: \.isBeside)?.file {
            return runs.last { $0.isBeside && $0.file == file }.map { (epoch, $0.name) }
        }
        let run = after ?? epoch
        let place = runs.firstIndex { $0.name == run } ?? runs.endIndex
        if let before = runs[..<place].last { return (before.name, run) }
        // Its own run becomes the first of the pair if it is the first of several.
        return runs.dropFirst(place + 1).first.map { after == nil ? (run, $0.name) : ($0.name, run) }
    }

    /// The runs among which a pair is chosen: versions are compared with those of the same service, processes with
    /// processes. None for the only version of a service.
    private func peers(of name: String?, byCall: Bool) -> [RecordedRun] {
        let runs = self.runs
        let versions = runs.filter { $0.release != nil }
        let processes = runs.filter { $0.release == nil }
        guard let name else { return byCall || versions.isEmpty ? processes : versions }
        if let version = versions.first(where: { $0.name == name }) {
            return versions.filter { $0.service == version.service }
        }
        // The only version of a service is none of the runs, but it is no process either.
        return programs?.contains { $0.process.release == name } == true ? [] : processes
    }

    /// The selectors of one run, for comparing it with another.
    ///
    /// - Parameter name: The name of one of `runs`.
    /// - Returns: nil when there is no such run.
    public func selectors(ofRun name: String) -> [RunSelector]? {
        if let kept = attachment.history?.selectors(ofRun: name) { return kept }
        guard name == epoch else { return nil }
        // Without a history, the first call of a selector is only known if it is among the 100 oldest stored calls.
        var query = InvocationQuery()
        query.order = .ascending
        var first: [Selector: UInt64] = [:]
        for item in invocations(query).items where first[item.selector] == nil { first[item.selector] = item.seq }
        return selectors.map { RunSelector($0, firstSeq: first[$0.selector]) }
    }
}
