// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Encodes invocations as JSON; `docs/http-api.md` describes the format.
package enum InvocationEncoder {
    package static func encode(_ invocation: Invocation, _ fields: InvocationFields = .all) -> [UInt8] {
        JSONWriter.bytes { write(invocation, fields, to: &$0) }
    }

    /// Writes an invocation as one object.
    ///
    /// - Parameters:
    ///   - fields: The members to write. Members that a call does not have are always omitted.
    ///   - extra: Writes additional members at the end.
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

/// The parts of a field list that writing needs: copying whole fields is expensive.
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

    /// Writes the wanted members that the record has. `wanted` is indexed by position in the list.
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

/// A selection of invocation fields.
package struct InvocationFields: Sendable, Hashable {
    /// One bit per field, by its index in `Invocation.fields`.
    private var bits: UInt64 = 0

    /// Selects no fields.
    package init() {}

    package static let all: InvocationFields = {
        var all = InvocationFields()
        all.bits = .max
        return all
    }()

    package var isEmpty: Bool { bits == 0 }

    @inline(__always)
    func contains(_ index: Int) -> Bool { bits & 1 << UInt64(index) != 0 }

    /// The field names, in the order of the members.
    package static let names = Invocation.fields.map { "\($0.name)" }

    /// Selects a field.
    ///
    /// - Returns: False when there is no field of that name.
    package mutating func insert(_ name: some StringProtocol) -> Bool {
        guard let index = Self.names.firstIndex(where: { $0 == name }) else { return false }
        bits |= 1 << UInt64(index)
        return true
    }
}
