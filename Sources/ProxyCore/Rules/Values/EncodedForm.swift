// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Types that encode themselves, for those that also decode themselves.
enum EncodedForm {
    /// Writes a value by its `encode(to:)`.
    static func put(_ value: some Encodable, _ json: ValueJSON, to writer: inout JSONWriter) throws {
        let part = EncodedPart()
        try value.encode(to: PartEncoder(part: part, json: json, codingPath: []))
        try part.put(to: &writer)
    }
}

/// A part of an encoded value. It may get its content when parts after it have theirs.
final class EncodedPart {
    private enum Content {
        case none
        case text([UInt8])
        case elements([EncodedPart])
        case members([(name: String, part: EncodedPart)], places: [String: Int])
    }

    private var content = Content.none

    /// Encodes a value as this part.
    func set<Value>(_ value: Value, label: String? = nil, _ json: ValueJSON) throws {
        var writer = JSONWriter(capacity: 0)
        try json.put(value, label: label, to: &writer)
        try json.take(writer.bytes.count)
        content = .text(writer.bytes)
    }

    func setNull() { content = .text(Array("null".utf8)) }

    /// Makes this an array, unless it is one.
    func becomeArray() { if case .elements = content {} else { content = .elements([]) } }

    /// Makes this an object, unless it is one.
    func becomeObject() { if case .members = content {} else { content = .members([], places: [:]) } }

    var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

    /// Adds an element to the array.
    func append(_ json: ValueJSON) throws -> EncodedPart {
        try json.take(2)
        let part = EncodedPart()
        guard case .elements(var elements) = content else { return part }
        content = .none
        elements.append(part)
        content = .elements(elements)
        return part
    }

    /// The member of the object with this name, a new one if it has none.
    func member(_ name: String, _ json: ValueJSON) throws -> EncodedPart {
        guard case .members(var members, var places) = content else { return EncodedPart() }
        if let place = places[name] { return members[place].part }
        try json.take(name.utf8.count + 4)
        let part = EncodedPart()
        content = .none
        places[name] = members.count
        members.append((name, part))
        content = .members(members, places: places)
        return part
    }

    /// - Throws: For a part without content.
    func put(to writer: inout JSONWriter) throws {
        switch content {
        case .none: throw ValueJSON.Missing()
        case .text(let bytes): writer.raw(bytes)
        case .elements(let elements):
            try writer.array { writer in
                for element in elements { try element.put(to: &writer) }
            }
        case .members(let members, _):
            try writer.object { writer in
                for member in members {
                    writer.name(member.name)
                    try member.part.put(to: &writer)
                }
            }
        }
    }
}
