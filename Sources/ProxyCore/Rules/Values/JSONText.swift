// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A JSON text from which a value is made.
///
/// Its places keep it in memory, because a program's `init(from:)` may keep its decoder.
package final class JSONText {
    /// Largest text, in bytes.
    static let byteLimit = 1_048_576
    /// Most levels of arrays and objects.
    static let depthLimit = 64

    private let bytes: UnsafeMutableRawBufferPointer
    private let reader = JSONReader()
    /// Tables of case names, by type. Made once per text, because a text may name a case thousands of times.
    var caseTables: [ObjectIdentifier: Any] = [:]

    /// Copies the text, up to one byte more than the limit.
    private init(_ json: String) {
        let utf8 = json.utf8.prefix(Self.byteLimit + 1)
        bytes = .allocate(byteCount: utf8.count, alignment: 1)
        bytes.copyBytes(from: utf8)
    }

    deinit { bytes.deallocate() }

    /// Parses a text.
    ///
    /// - Returns: The place of its value.
    /// - Throws: If the text is not JSON, larger than `byteLimit` or nested deeper than `depthLimit`.
    static func read(_ json: String) throws(ValueProblem) -> JSONPlace {
        let text = JSONText(json)
        guard text.bytes.count <= byteLimit else {
            throw ValueProblem(position: byteLimit, reason: "the JSON text is too large; give at most 1 MiB")
        }
        let bytes = UnsafeRawBufferPointer(text.bytes)
        if let place = firstTooDeep(bytes) {
            throw ValueProblem(position: place, reason: "the JSON text is nested too deep; give at most 64 levels")
        }
        do {
            return JSONPlace(try text.reader.read(bytes), of: text)
        } catch {
            throw ValueProblem(position: error.offset, reason: "this is not JSON: \(error.reason)")
        }
    }

    /// The first bracket beyond the deepest level. In a text that is not JSON it may be part of anything.
    private static func firstTooDeep(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var depth = 0
        var isString = false
        var isEscape = false
        for place in bytes.indices {
            let byte = bytes[place]
            if isString {
                if isEscape {
                    isEscape = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscape = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > depthLimit { return place }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return nil
    }
}
