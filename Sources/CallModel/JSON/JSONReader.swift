// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Parses JSON texts one after the other, reusing the same table of entries.
package final class JSONReader {
    /// Maximum nesting depth of arrays and objects. A value at the greatest depth of a snapshot's budget, 64, in a closure's
    /// call of an exported invocation is at a depth of 136.
    package static let depthLimit = 160

    private var entries = UnsafeMutableBufferPointer<JSONNode.Entry>.allocate(capacity: 256)
    private var count = 0

    package init() {}

    deinit { entries.deallocate() }

    /// Parses a text that contains exactly one value.
    ///
    /// - Returns: The value, valid while the text lives and until the next call.
    package func read(_ text: UnsafeRawBufferPointer) throws(JSONNode.Fault) -> JSONNode {
        count = 0
        var scanner = JSONScanner(text, into: self)
        try scanner.document()
        return JSONNode(text, UnsafePointer(entries.baseAddress!), at: 0)
    }

    /// Calls `body` with the parsed value of a text; nil when the text is not JSON.
    package static func read<Answer>(_ text: String, _ body: (JSONNode) -> Answer?) -> Answer? {
        var text = text
        return text.withUTF8 { utf8 in
            let reader = JSONReader()
            return withExtendedLifetime(reader) { (try? reader.read(UnsafeRawBufferPointer(utf8))).flatMap(body) }
        }
    }

    /// Adds an entry.
    ///
    /// - Returns: The entry's index, to pass to `close`.
    @inline(__always)
    fileprivate func add(_ kind: JSONNode.Kind, _ start: Int, _ end: Int) -> Int {
        if count == entries.count { grow() }
        entries.initializeElement(at: count, to: JSONNode.Entry(kind: kind, start: start, end: end, next: count + 1))
        count += 1
        return count - 1
    }

    /// Closes an array or object.
    @inline(__always)
    fileprivate func close(_ index: Int, at end: Int) {
        entries[index].end = end
        entries[index].next = count
    }

    private func grow() {
        let larger = UnsafeMutableBufferPointer<JSONNode.Entry>.allocate(capacity: entries.count * 2)
        _ = larger.moveInitialize(fromContentsOf: entries)
        entries.deallocate()
        entries = larger
    }
}

/// Scans a text from the first byte to the last.
private struct JSONScanner {
    private let text: UnsafeRawBufferPointer
    private let reader: JSONReader
    private var place = 0
    private var depth = 0

    init(_ text: UnsafeRawBufferPointer, into reader: JSONReader) {
        self.text = text
        self.reader = reader
    }

    mutating func document() throws(JSONNode.Fault) {
        try value()
        skipSpace()
        guard place == text.count else { throw fault("something follows the value") }
    }

    private func fault(_ reason: String) -> JSONNode.Fault { JSONNode.Fault(reason: reason, offset: place) }

    private mutating func skipSpace() {
        while place < text.count {
            let byte = text[place]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            place += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard place < text.count, text[place] == byte else { return false }
        place += 1
        return true
    }

    private mutating func value() throws(JSONNode.Fault) {
        skipSpace()
        guard place < text.count else { throw fault("the text ends where a value is expected") }
        switch text[place] {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        default: try number()
        }
    }

    private mutating func word(_ word: StaticString, _ kind: JSONNode.Kind) throws(JSONNode.Fault) {
        let end = place + word.utf8CodeUnitCount
        guard end <= text.count, UnsafeRawBufferPointer(rebasing: text[place..<end]).isEqual(to: word) else {
            throw fault("a value is expected")
        }
        _ = reader.add(kind, place, end)
        place = end
    }

    // MARK: Arrays and objects

    private mutating func open(_ kind: JSONNode.Kind) throws(JSONNode.Fault) -> Int {
        depth += 1
        guard depth <= JSONReader.depthLimit else { throw fault("values are nested too deep") }
        let index = reader.add(kind, place, place)
        place += 1
        return index
    }

    private mutating func close(_ index: Int) {
        depth -= 1
        reader.close(index, at: place)
    }

    private mutating func array() throws(JSONNode.Fault) {
        let index = try open(.array)
        skipSpace()
        if take(UInt8(ascii: "]")) { return close(index) }
        while true {
            try value()
            skipSpace()
            if take(UInt8(ascii: "]")) { return close(index) }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or the end of the array is expected") }
        }
    }

    private mutating func object() throws(JSONNode.Fault) {
        let index = try open(.object)
        skipSpace()
        if take(UInt8(ascii: "}")) { return close(index) }
        while true {
            skipSpace()
            guard place < text.count, text[place] == UInt8(ascii: "\"") else { throw fault("a key is expected") }
            try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault("a colon is expected") }
            try value()
            skipSpace()
            if take(UInt8(ascii: "}")) { return close(index) }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or the end of the object is expected") }
        }
    }

    // MARK: Numbers

    private mutating func number() throws(JSONNode.Fault) {
        let start = place
        _ = take(UInt8(ascii: "-"))
        let whole = digits()
        guard whole > 0, whole == 1 || text[place - whole] != UInt8(ascii: "0") else {
            throw fault("a value is expected")
        }
        if take(UInt8(ascii: ".")), digits() == 0 { throw fault("a digit is expected") }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            if digits() == 0 { throw fault("a digit is expected") }
        }
        _ = reader.add(.number, start, place)
    }

    private mutating func digits() -> Int {
        let start = place
        while place < text.count, (0x30...0x39).contains(text[place]) { place += 1 }
        return place - start
    }

    // MARK: Strings

    private mutating func string() throws(JSONNode.Fault) {
        place += 1
        let start = place
        var isEscaped = false
        var seen: UInt8 = 0
        while place < text.count {
            let byte = text[place]
            if byte == UInt8(ascii: "\"") {
                if seen >= 0x80 { try checkEncoding(from: start) }
                _ = reader.add(isEscaped ? .escaped : .string, start, place)
                place += 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                try escape()
                continue
            }
            guard byte >= 0x20 else { throw fault("a control character has to be escaped") }
            seen |= byte
            place += 1
        }
        throw fault("the text ends inside of a string")
    }

    private mutating func escape() throws(JSONNode.Fault) {
        do {
            _ = try JSONEscapes.scalar(text, &place)
        } catch {
            place = error.offset
            throw fault(error.reason)
        }
    }

    private func checkEncoding(from start: Int) throws(JSONNode.Fault) {
        let bytes = UnsafeRawBufferPointer(rebasing: text[start..<place])
        guard String(validating: bytes, as: UTF8.self) != nil else { throw fault("a string is not UTF-8") }
    }
}
