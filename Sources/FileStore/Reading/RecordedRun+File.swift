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

    /// Whether a text can be an epoch. It is written into ids, header fields and names of files as it is.
    static func isEpoch(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
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
            let epoch: String = row[0]
            guard isEpoch(epoch) else {
                throw FileStoreError(.damaged, path, "a run has an epoch that no recorder gives")
            }
            return RecordedRun(
                epoch: epoch,
                file: path,
                program: row[1],
                startedAtNanoseconds: row[2],
                endedAtNanoseconds: row[3],
                count: row[4]
            )
        }
    }
}
