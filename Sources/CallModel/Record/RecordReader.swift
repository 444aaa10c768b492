// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A member of a record's JSON that is missing or of the wrong kind.
package struct RecordFault: Error {
    package let member: String

    package init(member: String) { self.member = member }
}

/// Reads invocations from the JSON of the API and of exports.
///
/// Writing an invocation back yields the same text, byte for byte.
package struct RecordReader {
    private static let blank = Invocation(
        id: InvocationID(epoch: "", seq: 0),
        parent: nil,
        depth: 0,
        selector: Selector(protocolName: "", name: ""),
        thread: ThreadInfo(id: 0, name: "", isMain: false),
        proxy: ProxyFacts(number: 0, owner: "", target: nil, isMainOnly: false),
        startedAtNanoseconds: 0,
        startOffsetNanoseconds: 0
    )

    fileprivate let names = StringPool()
    fileprivate let isTaken: (InvocationID) -> Bool

    /// - Parameter isTaken: Whether to accept an id. Default: accepts all.
    package init(isTaken: @escaping (InvocationID) -> Bool = { _ in true }) { self.isTaken = isTaken }

    package func invocation(_ node: JSONNode) throws(RecordFault) -> Invocation {
        var invocation = Self.blank
        try RecordMember(name: "", outer: nil, node: node, reader: self)
            .readMembers(into: &invocation, Invocation.fields)
        return invocation
    }
}

/// The JSON member for a field of a record.
struct RecordMember {
    let name: StaticString
    /// Name of the enclosing member.
    let outer: StaticString?
    /// Nil if the member is missing.
    let node: JSONNode?
    let reader: RecordReader

    private var names: StringPool { reader.names }

    /// The error for a member that is missing or of the wrong kind.
    var fault: RecordFault { RecordFault(member: (outer.map { "\($0)." } ?? "") + "\(name)") }

    var isNull: Bool { node.map { $0.kind == .null } ?? true }

    func required<Value>(_ value: Value?) throws(RecordFault) -> Value {
        guard let value else { throw fault }
        return value
    }

    /// Reads the members of this object.
    func readMembers<Record>(into record: inout Record, _ fields: [RecordField<Record>]) throws(RecordFault) {
        let outer = name.utf8CodeUnitCount == 0 ? nil : name
        for field in fields {
            let member = RecordMember(name: field.name, outer: outer, node: node?[field.name], reader: reader)
            try field.read(&record, member)
        }
    }

    // MARK: Kinds of members

    func text() throws(RecordFault) -> String { try required(names.string(node)) }

    /// Nil for `null` and for a missing member.
    var optionalText: String? { names.string(node) }

    func integer<Number: FixedWidthInteger>() throws(RecordFault) -> Number {
        try required(node?.integer(Number.self))
    }

    /// A number that a recording can store; nil if missing.
    func number() throws(RecordFault) -> UInt64? {
        guard let node, node.kind != .null else { return nil }
        guard let number = node.integer(Int64.self), number >= 0 else { throw fault }
        return UInt64(number)
    }

    /// `<epoch>-<seq>`
    func id() throws(RecordFault) -> InvocationID {
        let found = node?.withText { text -> InvocationID? in
            guard let dash = text.lastIndex(of: UInt8(ascii: "-")), dash > 0,
                let seq: UInt64 = DecimalDigits.integer(UnsafeRawBufferPointer(rebasing: text[(dash + 1)...])), seq > 0
            else { return nil }
            let id = InvocationID(epoch: String(decoding: text[..<dash], as: UTF8.self), seq: seq)
            return reader.isTaken(id) ? id : nil
        }
        return try required(found)
    }

    func choice<Value>(_ choices: [(StaticString, Value)]) throws(RecordFault) -> Value {
        try required(node?.choice(choices))
    }

    func value() throws(RecordFault) -> RecordedValue? {
        guard let node, node.kind != .null else { return nil }
        return try required(RecordedValue(node, isArgument: false, names))
    }

    func values() throws(RecordFault) -> [RecordedValue] {
        var values: [RecordedValue] = []
        for node in try required(node?.elements) {
            values.append(try required(RecordedValue(node, isArgument: false, names)))
        }
        return values
    }

    func arguments() throws(RecordFault) -> [Invocation.Argument] {
        var arguments: [Invocation.Argument] = []
        for node in try required(node?.elements) {
            guard let argument = Invocation.Argument(node, names) else { throw fault }
            arguments.append(argument)
        }
        return arguments
    }
}
