// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore

extension FileHistory {
    /// Statistics and first calls of the selectors of a run; nil when there is no run of that name.
    public func selectors(ofRun name: String) -> [RunSelector]? {
        for other in others {
            // A name begins with the file where that is another one.
            guard name.hasPrefix(other.path + "#") else { continue }
            return other.selectors(ofRun: String(name.dropFirst(other.path.count + 1)))
        }
        return answer { db in
            let run = try Int64.fetchOne(db, sql: "SELECT id FROM run WHERE epoch = ?", arguments: [name])
            guard let run else { return nil }
            return try RunStatistics.load(run, db).values.map { RunSelector($0.statistics, firstSeq: $0.firstSeq) }
        }
    }

    /// The runs in the file, oldest first, then those of the files that it is compared with.
    public var runs: [RecordedRun] {
        var runs = answer { try RecordedRun.runs($0, path: path) } ?? []
        for var run in others.flatMap(\.runs) {
            run.isBeside = true
            runs.append(run)
        }
        return runs
    }
}
