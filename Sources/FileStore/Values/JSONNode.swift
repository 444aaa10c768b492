// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A JSON value whose numbers keep their text: what a record says must come back letter by letter.
enum JSONNode: Sendable, Hashable {
    /// Why and where a text is not JSON (RFC 8259).
    struct Fault: Error, Sendable, Hashable {
        let reason: String
        /// Bytes from the start.
        let offset: Int
    }

    /// How deep arrays and objects may be nested.
    static let depthLimit = 128

    case null
    case bool(Bool)
    /// The text of a number.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])

    struct Member: Sendable, Hashable {
        let key: String
        let value: JSONNode
    }

    /// Reads a text that holds exactly one value.
    init(parsing text: UnsafeRawBufferPointer) throws(Fault) {
        var parser = JSONParser(text)
        self = try parser.document()
    }

    init(parsing text: String) throws(Fault) {
        var text = text
        self = try text.withUTF8 { utf8 in
            Result { () throws(Fault) in try JSONNode(parsing: UnsafeRawBufferPointer(utf8)) }
        }.get()
    }

    /// The member of an object, nil where there is none.
    subscript(key: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var array: [JSONNode]? { if case .array(let elements) = self { elements } else { nil } }
    var bool: Bool? { if case .bool(let truth) = self { truth } else { nil } }

    /// A whole number, written as a number or, beyond 2^53, as a string.
    func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        switch self {
        case .number(let text), .string(let text): Number(text)
        default: nil
        }
    }
}

/// Reads JSON from the first byte to the last.
private struct JSONParser {
    private let text: UnsafeRawBufferPointer
    private var place = 0
    private var depth = 0

    init(_ text: UnsafeRawBufferPointer) { self.text = text }

    mutating func document() throws(JSONNode.Fault) -> JSONNode {
        let node = try value()
        skipSpace()
        guard place == text.count else { throw fault("something follows the value") }
        return node
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

    private mutating func value() throws(JSONNode.Fault) -> JSONNode {
        skipSpace()
        guard place < text.count else { throw fault("the text ends where a value is expected") }
        switch text[place] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return try nested { parser throws(JSONNode.Fault) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONNode.Fault) in try parser.array() }
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(_ body: (inout JSONParser) throws(JSONNode.Fault) -> JSONNode)
        throws(JSONNode.Fault) -> JSONNode
    {
        depth += 1
        guard depth <= JSONNode.depthLimit else { throw fault("values are nested too deep") }
        place += 1
        let node = try body(&self)
        depth -= 1
        return node
    }

    private mutating func word(_ word: StaticString, _ node: JSONNode) throws(JSONNode.Fault) -> JSONNode {
        let length = word.utf8CodeUnitCount
        guard text.count - place >= length,
            UnsafeRawBufferPointer(rebasing: text[place..<(place + length)])
                .elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: length))
        else { throw fault("a value is expected") }
        place += length
        return node
    }

    private mutating func array() throws(JSONNode.Fault) -> JSONNode {
        var elements: [JSONNode] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        while true {
            elements.append(try value())
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or the end of the array is expected") }
        }
    }

    private mutating func object() throws(JSONNode.Fault) -> JSONNode {
        var members: [JSONNode.Member] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([]) }
        while true {
            skipSpace()
            guard place < text.count, text[place] == UInt8(ascii: "\"") else { throw fault("a key is expected") }
            let key = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault("a colon is expected") }
            members.append(JSONNode.Member(key: key, value: try value()))
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or the end of the object is expected") }
        }
    }

    // MARK: Numbers

    private mutating func number() throws(JSONNode.Fault) -> JSONNode {
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
        return .number(String(decoding: UnsafeRawBufferPointer(rebasing: text[start..<place]), as: UTF8.self))
    }

    private mutating func digits() -> Int {
        let start = place
        while place < text.count, (0x30...0x39).contains(text[place]) { place += 1 }
        return place - start
    }

    // MARK: Strings

    private mutating func string() throws(JSONNode.Fault) -> String {
        place += 1
        let start = place
        while place < text.count, text[place] != UInt8(ascii: "\""), text[place] != UInt8(ascii: "\\") {
            guard text[place] >= 0x20 else { throw fault("a control character has to be escaped") }
            place += 1
        }
        let plain = UnsafeRawBufferPointer(rebasing: text[start..<place])
        if take(UInt8(ascii: "\"")) { return try decoded(plain) }
        var bytes = Array(plain)
        while place < text.count {
            let byte = text[place]
            if take(UInt8(ascii: "\"")) { return try bytes.withUnsafeBytes { decodedResult($0) }.get() }
            if take(UInt8(ascii: "\\")) {
                try escape(into: &bytes)
            } else {
                guard byte >= 0x20 else { throw fault("a control character has to be escaped") }
                bytes.append(byte)
                place += 1
            }
        }
        throw fault("the text ends inside of a string")
    }

    private func decoded(_ bytes: UnsafeRawBufferPointer) throws(JSONNode.Fault) -> String {
        try decodedResult(bytes).get()
    }

    private func decodedResult(_ bytes: UnsafeRawBufferPointer) -> Result<String, JSONNode.Fault> {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .failure(fault("a string is not UTF-8"))
        }
        return .success(text)
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(JSONNode.Fault) {
        guard place < text.count else { throw fault("the text ends inside of a string") }
        let byte = text[place]
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"): bytes.append(contentsOf: String(try scalar()).utf8)
        default: throw fault("there is no such escape")
        }
    }

    private mutating func scalar() throws(JSONNode.Fault) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw fault("half of a surrogate pair")
        }
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw fault("half of a surrogate pair") }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func codeUnit() throws(JSONNode.Fault) -> UInt16 {
        guard text.count - place >= 4,
            let unit = UInt16(String(decoding: text[place..<(place + 4)], as: UTF8.self), radix: 16),
            text[place] != UInt8(ascii: "+")
        else { throw fault("four hexadecimal digits are expected") }
        place += 4
        return unit
    }
}
