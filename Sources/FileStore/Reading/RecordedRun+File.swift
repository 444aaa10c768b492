// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore

extension RecordedRun {
    /// The runs of a file, oldest first.
    ///
    /// - Throws: `FileStoreError` as `FileHistory` does.
    public static func runs(path: String) throws(FileStoreError) -> [RecordedRun] {
        let reader = try RecordingFile(path: path).openForReading()
        do {
            return try reader.read { try runs($0, path: path) }
        } catch {
            throw FileStoreError(error, path)
        }
    }

    static func runs(_ db: Database, path: String) throws -> [RecordedRun] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT epoch, program, started, ended, (SELECT ifnull(sum(count), 0) FROM block
                    WHERE block.id BETWEEN run.id << ?1 AND ((run.id + 1) << ?1) - 1)
                FROM run ORDER BY started, id
                """,
            arguments: [RecordingSchema.seqBits - RecordingSchema.blockBits]
        ).map { row in
            RecordedRun(
                epoch: row[0],
                file: path,
                program: row[1],
                startedAtNanoseconds: row[2],
                endedAtNanoseconds: row[3],
                count: row[4]
            )
        }
    }
}
