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

    /// Whether a text can be an epoch. Epochs are used unescaped in ids, header fields and file names.
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
        try db.rows(
            """
            SELECT epoch, program, started, ended, (SELECT ifnull(sum(\(BlockSummary.boundedCount)), 0) FROM block
                WHERE block.id BETWEEN run.id << ?1 AND ((run.id + 1) << ?1) - 1), id
            FROM run ORDER BY started, id
            """,
            [StoredValue(RecordingSchema.seqBits - RecordingSchema.blockBits)]
        ) { row in
            let epoch = try row.requiredText(0)
            guard isEpoch(epoch) else {
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
