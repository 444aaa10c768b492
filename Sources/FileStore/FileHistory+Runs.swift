// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore

extension FileHistory {
    /// Statistics and first calls of a run's selectors; nil when there is no run of that name.
    public func selectors(ofRun name: String) -> [RunSelector]? {
        for other in others {
            // Names of runs in other files begin with the path.
            guard name.hasPrefix(other.path + "#") else { continue }
            return other.selectors(ofRun: String(name.dropFirst(other.path.count + 1)))
        }
        return answer { db in
            let run = try db.firstNumber("SELECT id FROM run WHERE epoch = ?", [.text(name)])
            guard let run else { return nil }
            return try RunStatistics.load(run, db).values.map { RunSelector($0.statistics, firstSeq: $0.firstSeq) }
        }
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
