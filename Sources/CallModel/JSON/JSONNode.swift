// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A value of a JSON text, read where it lies. Numbers keep their text: what a record says must come back letter by
/// letter.
///
/// Valid as long as the text is, and until the reader that made it reads another one.
package struct JSONNode {
    /// Why and where a text is not JSON (RFC 8259).
    package struct Fault: Error, Sendable, Hashable {
        package let reason: String
        /// Bytes from the start.
        package let offset: Int
    }

    package enum Kind: UInt8 {
        case null, yes, no, number, array, object
        /// A string whose bytes are its text.
        case string
        /// A string with escapes in it.
        case escaped
    }

    /// A value in the order of the text; a member of an object is its key and its value, one after the other.
    @usableFromInline
    struct Entry {
        @usableFromInline
        let kind: Kind
        /// Bytes from the start of the text; of a string, those between the quotes.
        @usableFromInline
        let start: Int
        @usableFromInline
        var end: Int
        /// The entry behind the value and all that is in it.
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

    /// What stands in the text: of a string what is between the quotes.
    @inlinable
    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: text[entries[index].start..<entries[index].end])
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

    /// Gives `body` the text of a string, as UTF-8; nil for anything else.
    @inlinable
    package func withText<Answer>(_ body: (UnsafeRawBufferPointer) -> Answer?) -> Answer? {
        if kind == .string { return body(bytes) }
        guard kind == .escaped, var text = string else { return nil }
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    /// A whole number, written as a number or, beyond 2^53, as a string.
    @inlinable
    package func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        if kind == .number || kind == .string { return DecimalDigits.integer(bytes) }
        guard let text = string else { return nil }
        return Number(text)
    }

    /// Whether it is that string.
    @inlinable
    package func isString(_ other: StaticString) -> Bool {
        kind == .escaped ? string == "\(other)" : kind == .string && bytes.isEqual(to: other)
    }

    /// What stands for the string in a list of all that it can be.
    @inlinable
    package func choice<Value>(_ choices: [(StaticString, Value)]) -> Value? { choices.first { isString($0.0) }?.1 }

    // MARK: What is in it

    /// The member of an object, nil where there is none.
    @inlinable
    package subscript(key: StaticString) -> JSONNode? {
        guard kind == .object else { return nil }
        var place = index + 1
        let end = entries[index].next
        let length = key.utf8CodeUnitCount
        while place < end {
            let entry = entries[place]
            // Most keys differ in their length.
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

    /// The keys and values of an object, one after the other.
    @inlinable
    package var members: JSONElements? {
        kind == .object ? JSONElements(parent: self, place: index + 1, end: entries[index].next) : nil
    }

    @inlinable
    func sibling(at index: Int) -> (node: JSONNode, next: Int) {
        (JSONNode(text, entries, at: index), entries[index].next)
    }
}

/// Values that follow each other.
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
