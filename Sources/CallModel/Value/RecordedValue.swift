// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a record keeps of one value: plain data, taken before the call was forwarded.
public struct RecordedValue: Hashable, Sendable {
    /// What a value is; `name` is the word in JSON.
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
        /// A struct, or a value that describes itself by text.
        case `struct`
        /// An enumeration; the case's name, and its payload as children.
        case `enum`
        /// A tuple.
        case tuple
        /// A class instance: its identity, and what its type tells of it.
        case object
        /// The absence of a value.
        case `nil`
        /// A closure.
        case function
        /// A value that a rule hides.
        case redacted
    }

    /// The content of a value that is not a container.
    public enum Content: Hashable, Sendable {
        /// Nothing to show beyond the kind.
        case none
        /// A Boolean.
        case bool(Bool)
        /// A signed integer.
        case signed(Int64)
        /// An unsigned integer beyond the signed range.
        case unsigned(UInt64)
        /// A number of the type Float.
        case float(Float)
        /// A number of the type Double.
        case double(Double)
        /// A text: the string itself, an enumeration's case, a value's own description, the rule of a redaction.
        case text(String)
        /// The first bytes of a blob, and FNV-1a over the blob.
        case bytes([UInt8], hash: UInt64)
        /// The address of an object, for telling objects apart while both live.
        case address(UInt)
    }

    /// Which budget cut the value, and how long it was.
    public struct Truncation: Hashable, Sendable {
        /// The budget.
        public var reason: TruncationReason
        /// Length in UTF-8 bytes, or count of elements, before the cut.
        public var original: Int

        package init(_ reason: TruncationReason, original: Int) {
            self.reason = reason
            self.original = original
        }
    }

    /// Label among the children of a container, nil where there is none.
    public var label: String?
    /// The type, as Swift source writes it; dynamic where that is another than the static one.
    public var typeName: String
    /// What the value is.
    public var kind: Kind
    /// Its content, for kinds that are not containers.
    public var content: Content
    /// What an object says of itself beside its identity; nil where there is nothing. Other kinds have it in `content`.
    public var text: String?
    /// Number of elements before any cut, for containers, blobs and values with parts.
    ///
    /// For an error it is the number of fields or of payloads alone: its domain, code and text follow among the children.
    public var count: Int?
    /// The children that were kept: elements, fields, or the parts of a value that describes itself.
    public var children: [RecordedValue]
    /// Set when something was cut.
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

    /// Type and short identity of an object, as in `XMLParser@7f31c0`, nil for other kinds.
    public var identity: String? {
        guard case .address(let address) = content else { return nil }
        return "\(typeName)@\(String(address, radix: 16))"
    }
}
