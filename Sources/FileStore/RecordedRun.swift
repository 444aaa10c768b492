// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// A run as its file describes it.
public struct RecordedRun: Sendable, Hashable {
    /// The epoch, which begins the ids of its invocations.
    public let epoch: String
    /// Name of the recorded program.
    public let program: String
    /// When the recorder began, in nanoseconds since 1970-01-01T00:00:00Z.
    public let startedAtNanoseconds: Int64
    /// When it ended in order, nil when it goes on or was broken off.
    public let endedAtNanoseconds: Int64?
    /// Invocations in the file.
    public let count: Int

    /// The runs of a file, oldest first.
    ///
    /// - Throws: `FileStoreError` as `FileHistory` does.
    public static func runs(path: String) throws(FileStoreError) -> [RecordedRun] {
        let reader = try RecordingFile(path: path).openForReading()
        do {
            return try reader.read { db in
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
                        program: row[1],
                        startedAtNanoseconds: row[2],
                        endedAtNanoseconds: row[3],
                        count: row[4]
                    )
                }
            }
        } catch {
            throw FileStoreError(error, path)
        }
    }
}
