// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The JSON of invocations, as `docs/http-api.md` describes it.
package enum InvocationEncoder {
    package static func encode(_ invocation: Invocation, _ fields: InvocationFields = .all) -> [UInt8] {
        JSONWriter.bytes { write(invocation, fields, to: &$0) }
    }

    /// Writes an invocation as one object.
    ///
    /// - Parameters:
    ///   - fields: The members to write; members that are not known of a call are left out anyway.
    ///   - extra: Writes further members at the end.
    package static func write(
        _ invocation: Invocation,
        _ fields: InvocationFields = .all,
        to json: inout JSONWriter,
        extra: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.object { json in
            writers.writeMembers(of: invocation, to: &json) { fields.contains($0) }
            extra(&json)
        }
    }

    private static let writers = FieldWriters(Invocation.fields)
}

/// What writing takes of a list of fields: fields as a whole are costly to copy.
struct FieldWriters<Record: Sendable>: Sendable {
    private struct Writer: Sendable {
        let name: StaticString
        let isPresent: (@Sendable (Record) -> Bool)?
        let write: @Sendable (Record, inout JSONWriter) -> Void
    }

    private let writers: [Writer]

    init(_ fields: [RecordField<Record>]) {
        writers = fields.map { Writer(name: $0.name, isPresent: $0.isPresent, write: $0.write) }
    }

    /// Writes the members that a record has, of those that are wanted, by their place in the list.
    @inline(__always)
    func writeMembers(of record: Record, to json: inout JSONWriter, where isWanted: (Int) -> Bool = { _ in true }) {
        writers.withUnsafeBufferPointer { writers in
            for index in writers.indices where isWanted(index) {
                if let isPresent = writers[index].isPresent, !isPresent(record) { continue }
                json.key(writers[index].name)
                writers[index].write(record, &json)
            }
        }
    }
}

/// A choice among the fields of an invocation.
package struct InvocationFields: Sendable, Hashable {
    /// A bit for each field, by its place in `Invocation.fields`.
    private var bits: UInt64 = 0

    /// None of them.
    package init() {}

    package static let all: InvocationFields = {
        var all = InvocationFields()
        all.bits = .max
        return all
    }()

    package var isEmpty: Bool { bits == 0 }

    @inline(__always)
    func contains(_ index: Int) -> Bool { bits & 1 << UInt64(index) != 0 }

    /// The names, in the order of the members.
    package static let names = Invocation.fields.map { "\($0.name)" }

    /// Adds a field.
    ///
    /// - Returns: False when there is none of that name.
    package mutating func insert(_ name: some StringProtocol) -> Bool {
        guard let index = Self.names.firstIndex(where: { $0 == name }) else { return false }
        bits |= 1 << UInt64(index)
        return true
    }
}
