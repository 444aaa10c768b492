// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The recorded form of one value: plain data, captured before the call was forwarded.
public struct RecordedValue: Hashable, Sendable {
    /// The kind of a value; the raw value is the word in JSON.
    public enum Kind: String, Sendable, CaseIterable {
        /// A number or a Boolean.
        case scalar
        /// Text.
        case string
        /// A blob: length, first bytes, hash.
        case bytes
        /// An ordered or unordered collection.
        case list
        /// A dictionary; keys and values alternate among the children.
        case map
        /// A struct, or a value with a textual description of its own.
        case `struct`
        /// An enumeration: the case's name, with its payload as children.
        case `enum`
        /// A tuple.
        case tuple
        /// A class instance: its identity and its type's description.
        case object
        /// The absence of a value.
        case `nil`
        /// A closure.
        case function
        /// A value hidden by a redaction rule.
        case redacted
    }

    /// The content of a value that is not a container.
    public enum Content: Hashable, Sendable {
        /// No content beyond the kind.
        case none
        /// A Boolean.
        case bool(Bool)
        /// A signed integer.
        case signed(Int64)
        /// An unsigned integer beyond the signed range.
        case unsigned(UInt64)
        /// A `Float`.
        case float(Float)
        /// A `Double`.
        case double(Double)
        /// A string's text, an enumeration's case, a value's own description, or the name of a redaction rule.
        case text(String)
        /// The first bytes of a blob, and a hash. Above 128 KiB the hash covers only the first and last 64 KiB.
        case bytes([UInt8], hash: UInt64)
        /// The address of an object. It identifies the object only while it lives.
        case address(UInt)
    }

    /// Which budget truncated the value, and its original size.
    public struct Truncation: Hashable, Sendable {
        /// The exceeded budget.
        public var reason: TruncationReason
        /// Size before truncation: length in UTF-8 bytes, or number of elements.
        public var original: Int

        package init(_ reason: TruncationReason, original: Int) {
            self.reason = reason
            self.original = original
        }
    }

    /// Label of the value within its container, nil if it has none.
    public var label: String?
    /// The type as written in Swift source; the dynamic type if it differs from the static one.
    public var typeName: String
    /// The kind of the value.
    public var kind: Kind
    /// Its content, for kinds that are not containers.
    public var content: Content
    /// An object's own description beside its identity; nil if it has none. Other kinds keep theirs in `content`.
    public var text: String?
    /// Number of elements before truncation, for containers, blobs and values with parts.
    ///
    /// For an error, it counts only the fields or payloads; its domain, code and text follow among the children.
    public var count: Int?
    /// The recorded children: elements, fields, or the parts of a value that describes itself.
    public var children: [RecordedValue]
    /// Set when the value was truncated.
    public var truncation: Truncation?

    /// Creates a value without children.
    public init(label: String? = nil, typeName: String, kind: Kind, content: Content = .none) {
        self.label = label
        self.typeName = typeName
        self.kind = kind
        self.content = content
        text = nil
        count = nil
        children = []
        truncation = nil
    }

    /// The value as one that a rule hides: with its label and type, and without its content.
    ///
    /// - Parameter rule: The rule that the record names.
    public func redacted(by rule: String) -> RecordedValue {
        RecordedValue(label: label, typeName: typeName, kind: .redacted, content: .text(rule))
    }

    /// Type and short identity of an object, as in `XMLParser@7f31c0`; nil for other kinds.
    public var identity: String? {
        guard case .address(let address) = content else { return nil }
        return "\(typeName)@\(String(address, radix: 16))"
    }
}
