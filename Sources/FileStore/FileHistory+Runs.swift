// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore

extension FileHistory {
    /// Statistics and first calls of a run's selectors; nil when there is no run of that name.
    public func selectors(ofRun name: String) -> [RunSelector]? {
        if let (other, epoch) = beside(name) { return other.selectors(ofRun: epoch) }
        return answer { db in
            let run = try db.firstNumber("SELECT id FROM run WHERE epoch = ?", [.text(name)])
            guard let run else { return nil }
            return try RunStatistics.load(run, db).values.map { RunSelector($0.statistics, firstSeq: $0.firstSeq) }
        }
    }

    /// The calls of a run of this file or another; nil when there is no run of that name.
    public func history(ofRun name: String) -> (any InvocationHistory)? {
        if let (other, epoch) = beside(name) { return other.history(ofRun: epoch) }
        if name == epoch { return self }
        let isKnown = answer { db in try db.firstNumber("SELECT 1 FROM run WHERE epoch = ?", [.text(name)]) } != nil
        return isKnown ? FileHistory(beside: self, name) : nil
    }

    /// The other file with a run, and the run's epoch; nil for a run of this file.
    private func beside(_ name: String) -> (file: FileHistory, epoch: String)? {
        // Names of runs in other files begin with the path.
        others.first { name.hasPrefix($0.path + "#") }.map { ($0, String(name.dropFirst($0.path.count + 1))) }
    }

    /// The runs in the file, oldest first, then those of the other files.
    public var runs: [RecordedRun] {
        var runs = answer { try RecordedRun.runs($0, path: path) } ?? []
        for var run in others.flatMap(\.runs) {
            run.isBeside = true
            runs.append(run)
        }
        return runs
    }
}
