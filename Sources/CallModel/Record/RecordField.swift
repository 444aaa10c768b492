// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Describes one field of a record. The field tables (`Invocation.fields`, `ThreadInfo.fields`) define the record for
/// the API, its JSON Schema, exports, imports and recording files.
package struct RecordField<Record: Sendable>: Sendable {
    /// The field's column in spreadsheet exports.
    package struct Cell: Sendable {
        /// Column number, from 1.
        package let place: Int
        /// Column title.
        package let title: String
        package let text: @Sendable (Record) -> String
    }

    /// The field's column in a recording file, for numbers and texts.
    package struct Column: Sendable {
        package let name: String
        /// The column's SQLite type.
        package let type: String
        /// The first file version with this column. Writing to an older file adds it.
        package let version: Int
        package let store: @Sendable (Record) -> StoredValue
        package let load: @Sendable (inout Record, StoredValue) -> Void
    }

    /// The member's name in JSON.
    package let name: StaticString
    /// A description in sentences.
    package let about: String
    /// The value's JSON Schema.
    package let schema: String
    /// Whether a record has the field; nil when every record has it.
    package let isPresent: (@Sendable (Record) -> Bool)?
    /// Writes the value.
    package let write: @Sendable (Record, inout JSONWriter) -> Void
    /// Reads the value into a record.
    let read: @Sendable (inout Record, RecordMember) throws(RecordFault) -> Void
    package let cell: Cell?
    package let column: Column?

    init(
        _ name: StaticString,
        _ schema: String,
        _ about: String,
        isPresent: (@Sendable (Record) -> Bool)? = nil,
        write: @escaping @Sendable (Record, inout JSONWriter) -> Void,
        read: @escaping @Sendable (inout Record, RecordMember) throws(RecordFault) -> Void,
        cell: Cell? = nil,
        column: Column? = nil
    ) {
        self.name = name
        self.schema = schema
        self.about = about
        self.isPresent = isPresent
        self.write = write
        self.read = read
        self.cell = cell
        self.column = column
    }
}

extension RecordField.Cell {
    static func cell(
        _ place: Int,
        _ title: String,
        _ text: @escaping @Sendable (Record) -> String
    ) -> Self {
        Self(place: place, title: title, text: text)
    }
}

extension RecordField.Column {
    /// Creates a column that exists in the first file version.
    static func column(
        _ name: String,
        _ type: String = "INTEGER",
        since version: Int = 0,
        store: @escaping @Sendable (Record) -> StoredValue,
        load: @escaping @Sendable (inout Record, StoredValue) -> Void
    ) -> Self {
        Self(name: name, type: type, version: version, store: store, load: load)
    }
}

/// A value in a column of a recording file.
package enum StoredValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)

    /// Creates null for nil.
    package init(_ number: (some BinaryInteger)?) {
        self = number.map { .integer(Int64(clamping: $0)) } ?? .null
    }

    /// The number; 0 for other values.
    package var number: Int64 { if case .integer(let number) = self { number } else { 0 } }
    /// The number, with negative ones clamped to 0; nil for other values.
    package var optional: UInt64? { if case .integer(let number) = self { UInt64(clamping: number) } else { nil } }
    /// The text; nil for other values.
    package var string: String? { if case .text(let text) = self { text } else { nil } }
}

/// JSON Schema fragments for kinds of members.
enum FieldSchema {
    static let text = #"{"type":"string"}"#
    static let optionalText = #"{"type":["string","null"]}"#
    static let truth = #"{"type":"boolean"}"#
    static let id = #"{"type":"string","pattern":"^[0-9A-Za-z]+-[0-9]+$"}"#
    static let optionalID = #"{"type":["string","null"],"pattern":"^[0-9A-Za-z]+-[0-9]+$"}"#
    static let instant = #"{"type":"string","format":"date-time"}"#
    static let value = ##"{"$ref":"#/components/schemas/Value"}"##
    static let optionalValue = ##"{"oneOf":[{"$ref":"#/components/schemas/Value"},{"type":"null"}]}"##
    static let values = ##"{"type":"array","items":{"$ref":"#/components/schemas/Value"}}"##

    static func integer(from minimum: Int) -> String { #"{"type":"integer","minimum":\#(minimum)}"# }

    static func optionalInteger(from minimum: Int) -> String {
        #"{"type":["integer","null"],"minimum":\#(minimum)}"#
    }

    static func word(of words: [String]) -> String { #"{"type":"string","enum":[\#(list(words))]}"# }

    static func words(of words: [String]) -> String { #"{"type":"array","items":\#(word(of: words))}"# }

    /// The schema of an object with exactly these fields.
    static func object<Record>(of fields: [RecordField<Record>]) -> String {
        let properties = fields.map { #""\#($0.name)":\#($0.described)"# }.joined(separator: ",")
        let required = list(fields.filter { $0.isPresent == nil }.map { "\($0.name)" })
        return
            #"{"type":"object","properties":{\#(properties)},"required":[\#(required)],"additionalProperties":false}"#
    }

    private static func list(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ",") }
}

extension RecordField {
    /// The schema including the field's description.
    package var described: String {
        let text = String(decoding: JSONWriter.bytes { $0.string(about) }, as: UTF8.self)
        return #"\#(schema.dropLast()),"description":\#(text)}"#
    }
}
