// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A value of a JSON text, read in place. Numbers keep their source text, because records must round-trip byte for
/// byte.
///
/// Valid while the text lives and until its reader parses another one.
package struct JSONNode {
    /// Why and where a text is not valid JSON (RFC 8259).
    package struct Fault: Error, Sendable, Hashable {
        package let reason: String
        /// Offset in bytes from the start of the text.
        package let offset: Int
    }

    package enum Kind: UInt8 {
        case null, yes, no, number, array, object
        /// A string without escapes.
        case string
        /// A string with escapes.
        case escaped
    }

    /// One value, in document order. An object's members appear as alternating keys and values.
    @usableFromInline
    struct Entry {
        @usableFromInline
        let kind: Kind
        /// Byte offset from the start of the text; for a string, without the quotes.
        @usableFromInline
        let start: Int
        @usableFromInline
        var end: Int
        /// Index of the first entry after the value and everything nested in it.
        @usableFromInline
        var next: Int
    }

    @usableFromInline
    let text: UnsafeRawBufferPointer
    @usableFromInline
    let entries: UnsafePointer<Entry>
    @usableFromInline
    let index: Int

    @inlinable
    init(_ text: UnsafeRawBufferPointer, _ entries: UnsafePointer<Entry>, at index: Int) {
        self.text = text
        self.entries = entries
        self.index = index
    }

    @inlinable
    package var kind: Kind { entries[index].kind }

    /// The value's source text; for a string, the text between the quotes.
    @inlinable
    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: text[entries[index].start..<entries[index].end])
    }

    /// Where the value begins: offset in bytes from the start of the text; for a string, of its opening quote.
    package var offset: Int {
        let entry = entries[index]
        return entry.kind == .string || entry.kind == .escaped ? entry.start - 1 : entry.start
    }

    @inlinable
    package var bool: Bool? {
        switch kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    @inlinable
    package var string: String? {
        switch kind {
        case .string: String(decoding: bytes, as: UTF8.self)
        case .escaped: JSONEscapes.text(of: bytes)
        default: nil
        }
    }

    /// Calls `body` with the decoded UTF-8 of a string; nil for other values.
    @inlinable
    package func withText<Answer>(_ body: (UnsafeRawBufferPointer) -> Answer?) -> Answer? {
        if kind == .string { return body(bytes) }
        guard kind == .escaped, var text = string else { return nil }
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    /// A whole number, written as a number or, above 2^53, as a string.
    @inlinable
    package func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        if kind == .number || kind == .string { return DecimalDigits.integer(bytes) }
        guard let text = string else { return nil }
        return Number(text)
    }

    /// Whether the value is this string.
    @inlinable
    package func isString(_ other: StaticString) -> Bool {
        kind == .escaped ? string == "\(other)" : kind == .string && bytes.isEqual(to: other)
    }

    /// The value that the string maps to in a list of words.
    @inlinable
    package func choice<Value>(_ choices: [(StaticString, Value)]) -> Value? { choices.first { isString($0.0) }?.1 }

    // MARK: Members and elements

    /// The member of an object with this name, nil if there is none.
    @inlinable
    package subscript(key: StaticString) -> JSONNode? {
        guard kind == .object else { return nil }
        var place = index + 1
        let end = entries[index].next
        let length = key.utf8CodeUnitCount
        while place < end {
            let entry = entries[place]
            // Comparing lengths first rules out most keys.
            if entry.end - entry.start == length || entry.kind == .escaped,
                JSONNode(text, entries, at: place).isString(key)
            {
                return JSONNode(text, entries, at: place + 1)
            }
            place = entries[place + 1].next
        }
        return nil
    }

    /// The elements of an array.
    @inlinable
    package var elements: JSONElements? {
        kind == .array ? JSONElements(parent: self, place: index + 1, end: entries[index].next) : nil
    }

    /// The keys and values of an object, alternating.
    @inlinable
    package var members: JSONElements? {
        kind == .object ? JSONElements(parent: self, place: index + 1, end: entries[index].next) : nil
    }

    @inlinable
    func sibling(at index: Int) -> (node: JSONNode, next: Int) {
        (JSONNode(text, entries, at: index), entries[index].next)
    }
}

/// A sequence of sibling values.
package struct JSONElements: Sequence, IteratorProtocol {
    @usableFromInline
    let parent: JSONNode
    @usableFromInline
    var place: Int
    @usableFromInline
    let end: Int

    @inlinable
    init(parent: JSONNode, place: Int, end: Int) {
        self.parent = parent
        self.place = place
        self.end = end
    }

    @inlinable
    package mutating func next() -> JSONNode? {
        guard place < end else { return nil }
        let (node, behind) = parent.sibling(at: place)
        place = behind
        return node
    }
}

extension UnsafeRawBufferPointer {
    @inlinable
    package func isEqual(to other: StaticString) -> Bool {
        guard count == other.utf8CodeUnitCount else { return false }
        let start = other.utf8Start
        for place in 0..<count where self[place] != start[place] { return false }
        return true
    }
}
