// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

extension FleetHistory {
    /// The runs of the processes, oldest first, then the versions of each service that has several.
    public var runs: [RecordedRun] {
        let runs = (read { try RecordedRun.runs($0, path: path) } ?? []).map { run in
            guard let process = part(ofEpoch: run.epoch)?.process else { return run }
            var run = run
            run.program = process.facts.release + " on " + process.facts.host
            run.startedAtNanoseconds = process.startedAtNanoseconds
            return run
        }.sorted { $0.startedAtNanoseconds < $1.startedAtNanoseconds }
        return runs + versions(of: runs)
    }

    /// The versions of the services that have several, those of one service together and oldest first. The service with
    /// the newest version is the last.
    ///
    /// - Parameter runs: The runs of the processes, oldest first.
    private func versions(of runs: [RecordedRun]) -> [RecordedRun] {
        var versions: [String: RecordedRun] = [:]
        var services: [String: [String]] = [:]
        for run in runs {
            guard let facts = part(ofEpoch: run.epoch)?.process.facts else { continue }
            if versions[facts.release] == nil { services[facts.service, default: []].append(facts.release) }
            versions[facts.release, default: RecordedRun(version: facts, from: run)].add(run)
        }
        return services.values.filter { $0.count > 1 }
            .map { $0.compactMap { versions[$0] } }
            .sorted { ($0.last?.startedAtNanoseconds ?? 0) < ($1.last?.startedAtNanoseconds ?? 0) }
            .flatMap(\.self)
    }

    /// The processes of a run: one by its epoch, or all of a version such as `shop@1.4`. `shop` stands for those without
    /// a version, and the recording's own epoch for all.
    private func parts(ofRun name: String) -> [Part] {
        if name == epoch { return parts }
        if let part = part(ofEpoch: name) { return [part] }
        return parts.filter { $0.process.facts.release == name }
    }

    /// The calls of one process; nil for a run of several.
    ///
    /// - Parameter name: The name of one of `runs`, or the version of a service that has no other.
    public func history(ofRun name: String) -> (any InvocationHistory)? {
        let parts = parts(ofRun: name)
        // The calls of one process don't repeat which one it is.
        return parts.count == 1 ? parts.first.map { FileHistory(beside: $0.history, $0.process.epoch) } : nil
    }

    /// The selectors of one process, or of all processes of a version together.
    ///
    /// - Parameter name: The name of one of `runs`, or the version of a service that has no other.
    public func selectors(ofRun name: String) -> [RunSelector]? {
        let parts = parts(ofRun: name)
        guard parts.count > 1 else {
            let history = parts.first?.history ?? history(ofRun: name) as? FileHistory
            return history.flatMap { $0.selectors(ofRun: $0.epoch) }
        }
        return Self.selectors(of: parts).map { RunSelector($0, firstSeq: nil) }
    }
}

extension RecordedRun {
    /// A version of a service without processes.
    ///
    /// - Parameters:
    ///   - facts: Those of one of its processes.
    ///   - first: The run of its first process.
    fileprivate init(version facts: ProcessFacts, from first: RecordedRun) {
        self.init(
            epoch: "",
            file: first.file,
            program: facts.release,
            startedAtNanoseconds: first.startedAtNanoseconds,
            endedAtNanoseconds: first.endedAtNanoseconds,
            count: 0
        )
        release = facts.release
        service = facts.service
        processes = 0
    }

    /// Adds a process to a version.
    fileprivate mutating func add(_ process: RecordedRun) {
        processes += 1
        count += process.count
        // A version has ended when all its processes have.
        let ends = [endedAtNanoseconds, process.endedAtNanoseconds].compactMap(\.self)
        endedAtNanoseconds = ends.count == 2 ? ends.max() : nil
    }
}
