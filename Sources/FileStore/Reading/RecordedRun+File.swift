// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore

extension RecordedRun {
    /// The runs of a file, oldest first.
    ///
    /// - Throws: `FileStoreError`, with the same codes as `FileHistory`.
    public static func runs(path: String) throws(FileStoreError) -> [RecordedRun] {
        let reader = try RecordingFile(path: path).openForReading()
        do {
            return try reader.read { try runs($0, path: path) }
        } catch {
            throw FileStoreError(error, path)
        }
    }

    static func runs(_ db: Database, path: String) throws -> [RecordedRun] {
        try db.rows(
            """
            SELECT epoch, program, started, ended, (SELECT ifnull(sum(\(BlockSummary.boundedCount)), 0) FROM block
                WHERE block.id BETWEEN run.id << ?1 AND ((run.id + 1) << ?1) - 1), id
            FROM run ORDER BY started, id
            """,
            [StoredValue(RecordingSchema.seqBits - RecordingSchema.blockBits)]
        ) { row in
            let epoch = try row.requiredText(0)
            guard InvocationID.isEpoch(epoch) else {
                throw FileStoreError(.damaged, path, "a run has an epoch that no recorder gives")
            }
            _ = try row.number(5, in: RecordingSchema.runs)
            return RecordedRun(
                epoch: epoch,
                file: path,
                program: try row.requiredText(1),
                startedAtNanoseconds: try row.number(2),
                endedAtNanoseconds: try row.optionalNumber(3),
                count: Int(try row.number(4))
            )
        }
    }
}
