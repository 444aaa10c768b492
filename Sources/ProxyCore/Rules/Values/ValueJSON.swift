// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Writes the JSON from which `ValueMaker` would make a value again.
package final class ValueJSON {
    /// A value has no such JSON.
    package struct Missing: Error {
        package init() {}
    }

    /// Most types around one that is written; an object that contains itself has no end.
    private static let levelLimit = 256

    let isHidden: (_ type: Any.Type, _ label: String?) -> Bool
    /// Whether values that are or contain credentials have no JSON.
    package let hidesCredentials: Bool
    private var level = 0
    /// Bytes that parts which are encoded apart may still have.
    private var room = JSONText.byteLimit

    private init(hidesCredentials: Bool, _ isHidden: @escaping (Any.Type, String?) -> Bool) {
        self.hidesCredentials = hidesCredentials
        self.isHidden = isHidden
    }

    /// The JSON of a value.
    static func text<Value>(
        of value: Value,
        hidesCredentials: Bool = false,
        _ isHidden: @escaping (Any.Type, String?) -> Bool
    ) -> String? {
        var writer = JSONWriter(capacity: 64)
        let json = ValueJSON(hidesCredentials: hidesCredentials, isHidden)
        do { try json.put(value, to: &writer) } catch { return nil }
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return (try? JSONText.read(text)) == nil ? nil : text
    }

    /// A value as the key of an object; nil if it can't be one.
    static func keyText<Key>(of key: Key) -> String? {
        if let text = key as? String { return text }
        return text(of: key) { _, _ in false }.flatMap { text in
            JSONReader.read(text) { $0.string ?? ($0.kind == .number ? text : nil) }
        }
    }

    /// The JSON of a string.
    static func string(_ text: String) -> String {
        String(decoding: JSONWriter.bytes(capacity: text.utf8.count + 2) { $0.string(text) }, as: UTF8.self)
    }

    /// Counts bytes of a part. Once there is no room for them, there is none for others either.
    func take(_ count: Int) throws {
        room -= count
        if room < 0 { throw Missing() }
    }

    /// Whether a part with so many bytes can still be written.
    package func hasRoom(for count: Int) -> Bool { count <= room }

    /// Whether a rule hides values with this label or key.
    package func hides(label: String) -> Bool { isHidden(Void.self, label) }

    // MARK: Values

    /// Writes a value as it encodes itself, also where its type has another form.
    package func put(encoded value: some Codable, to writer: inout JSONWriter) throws {
        try EncodedForm.put(value, self, to: &writer)
    }

    /// Writes a part of the value.
    func put<Value>(_ value: Value, label: String? = nil, to writer: inout JSONWriter) throws {
        guard level < Self.levelLimit, writer.bytes.count <= JSONText.byteLimit else { throw Missing() }
        level += 1
        defer { level -= 1 }
        // An object may be of a subclass, whose own parts would be lost.
        let type = Swift.type(of: value as Any)
        guard type == Value.self, !(type is any Redactable.Type), !isHidden(type, label) else { throw Missing() }
        if let type = Value.self as? any JSONMakeable.Type { return try putStandard(value, as: type, to: &writer) }
        if let value = value as? any ConstructibleValue { return try putConstructible(value, to: &writer) }
        if Value.self == Void.self { return writer.null() }
        if let type = Value.self as? any RawRepresentable.Type, RawForm.isUsable(type),
            let value = value as? any RawRepresentable
        {
            return try putRaw(of: value, to: &writer)
        }
        if let value = value as? any CaseIterable, let name = CaseForm.name(of: value) { return writer.string(name) }
        guard let value = value as? any Encodable, type is any Decodable.Type else { throw Missing() }
        try EncodedForm.put(value, self, to: &writer)
    }

    /// Writes an array.
    func put(elements: some Sequence, to writer: inout JSONWriter) throws {
        try writer.array { writer in
            for element in elements { try put(element, to: &writer) }
        }
    }

    private func putStandard<Value, Made: JSONMakeable>(
        _ value: Value,
        as type: Made.Type,
        to writer: inout JSONWriter
    ) throws {
        try Identity.cast(value, as: Made.self).put(to: &writer, self)
    }

    private func putConstructible<Made: ConstructibleValue>(_ value: Made, to writer: inout JSONWriter) throws {
        let text = value.inspectedDescription
        guard Made(inspectedDescription: text) != nil else { throw Missing() }
        writer.string(text)
    }

    private func putRaw<Made: RawRepresentable>(of value: Made, to writer: inout JSONWriter) throws {
        try put(value.rawValue, to: &writer)
    }
}
