// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
internal import ProxyCore
internal import Synchronization

/// The runs of a file that other programs, or other recorders of this one, may still write.
///
/// Without the run's row, its writer would fail, and nothing would count its calls.
struct OtherWriters {
    /// The epochs of the runs that this process has begun or gone on with.
    private static let own = Mutex<Set<String>>([])

    /// The first block of each run that is kept.
    private var firstKept: [Int64: Int64] = [:]

    /// Finds them: the runs without an end whose process may exist.
    ///
    /// - Parameters:
    ///   - run: The run of this writer.
    ///   - count: Number of blocks, besides the last, that are kept of each run.
    init(besides run: Int64, keeping count: Int64, _ db: Database) throws {
        let sql = "SELECT id, process, epoch FROM run WHERE ended IS NULL AND id <> ?"
        let open = try db.rows(sql, [StoredValue(run)]) {
            (run: try $0.number(0, in: RecordingSchema.runs), process: $0.integer(1), epoch: $0.text(2) ?? "")
        }
        for (run, process, epoch) in open where Self.mayBeWritten(by: process, epoch) {
            let range = IDRange(run: run)
            let last = try db.firstNumber(
                "SELECT ifnull(max(id), 0) FROM block WHERE id BETWEEN ? AND ?",
                [StoredValue(range.firstBlock), StoredValue(range.lastBlock)]
            )
            firstKept[run] = (last ?? 0) - count
        }
    }

    /// Notes that this process writes a run.
    static func note(_ epoch: String) { own.withLock { _ = $0.insert(epoch) } }

    /// Whether a process may still write a run. An import, which has no number in the file, may be at work. A killed
    /// program's number may be that of another process, and then a few calls more are kept; but not that of this one:
    /// in a container, a program has the same number each time.
    private static func mayBeWritten(by process: Int64, _ epoch: String) -> Bool {
        guard let number = pid_t(exactly: process), number > 0 else { return true }
        if number == getpid() { return own.withLock { $0.contains(epoch) } }
        return kill(number, 0) == 0 || errno != ESRCH
    }

    /// Whether one of them may write a run.
    func mayWrite(_ run: Int64) -> Bool { firstKept[run] != nil }

    /// Whether a block is one of the newest of a run that one of them may write.
    func need(_ block: Int64, of run: Int64) -> Bool { firstKept[run].map { block >= $0 } ?? false }

    /// The numbers of the runs, as JSON.
    var list: String { "[\(firstKept.keys.map(String.init).joined(separator: ","))]" }
}
