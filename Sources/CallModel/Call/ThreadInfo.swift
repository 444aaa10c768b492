// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A thread as a record names it.
public struct ThreadInfo: Hashable, Sendable {
    /// Kernel id, as in `/proc/self/task`.
    public var id: UInt32
    /// Name given to the thread, or the program's when none was given.
    public var name: String
    /// Whether it is the thread that the process began with; that is not the same as being on the main queue.
    public var isMain: Bool

    /// Creates it from its parts.
    package init(id: UInt32, name: String, isMain: Bool) {
        self.id = id
        self.name = name
        self.isMain = isMain
    }
}

extension ThreadInfo {
    /// The fields of a thread, in the order of their members in JSON.
    package static let fields: [RecordField<ThreadInfo>] = [
        RecordField(
            "id",
            FieldSchema.integer(from: 0),
            "Kernel id, as in `/proc/self/task`.",
            write: { $1.integer($0.id) },
            read: { (record, member) throws(RecordFault) in record.id = try member.integer() },
            column: .column("number", store: { StoredValue($0.id) }, load: { $0.id = UInt32(clamping: $1.number) })
        ),
        RecordField(
            "name",
            FieldSchema.text,
            "Name given to the thread, or the program's.",
            write: { $1.string($0.name) },
            read: { (record, member) throws(RecordFault) in record.name = try member.text() },
            column: .column("name", "TEXT", store: { .text($0.name) }, load: { $0.name = $1.string ?? "" })
        ),
        RecordField(
            "isMain",
            FieldSchema.truth,
            "Whether the process began with it.",
            write: { $1.bool($0.isMain) },
            read: { (record, member) throws(RecordFault) in record.isMain = try member.required(member.node?.bool) },
            column: .column("is_main", store: { .integer($0.isMain ? 1 : 0) }, load: { $0.isMain = $1.number != 0 })
        ),
    ]

    static let writers = FieldWriters(fields)
}
