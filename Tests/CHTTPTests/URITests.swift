// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Testing

@Suite struct URITests {
    private func decode(_ text: String, plusIsSpace: Bool = false) -> (error: Int32, text: String, offset: Int) {
        withGuardedBytes(Array(text.utf8)) { bytes, count in
            var out = [UInt8](repeating: 0, count: count)
            var length = 0
            var offset = 0
            let error = chttp_uri_decode(bytes, count, plusIsSpace, &out, &length, &offset)
            return (error, String(decoding: out[..<length], as: UTF8.self), offset)
        }
    }

    private func pairs(_ text: String) throws -> [[String]] {
        try withGuardedBytes(Array(text.utf8)) { bytes, count in
            var query: OpaquePointer?
            var offset = 0
            try check(chttp_query_create(bytes, count, &query, &offset))
            defer { chttp_query_destroy(query) }
            return (0..<chttp_query_count(query!)).map { index in
                var nameLength = 0
                var valueLength = 0
                let name = chttp_query_name(query!, index, &nameLength)
                let value = chttp_query_value(query!, index, &valueLength)
                return [(name, nameLength), (value, valueLength)].map {
                    String(decoding: UnsafeBufferPointer(start: $0.0, count: $0.1), as: UTF8.self)
                }
            }
        }
    }

    @Test func decodesEscapes() {
        #expect(decode("a%2Fb%c3%A9").text == "a/bé")
        #expect(decode("").text == "")
        #expect(decode("a+b").text == "a+b")
        #expect(decode("a+b", plusIsSpace: true).text == "a b")
        #expect(decode("%2B", plusIsSpace: true).text == "+")
        #expect(decode("%00").text == "\0")
    }

    @Test(arguments: ["%", "%4", "ab%", "ab%4", "ab%4g", "ab%g4", "ab%%41"])
    func reportsWhereAnEscapeIsMalformed(text: String) {
        let result = decode(text)
        #expect(result.error == CHTTP_EESCAPE.rawValue)
        #expect(result.offset == (text.hasPrefix("ab") ? 2 : 0))
    }

    @Test func keepsOrderAndDuplicatesOfPairs() throws {
        #expect(try pairs("b=1&a=2&b=3") == [["b", "1"], ["a", "2"], ["b", "3"]])
        #expect(
            try pairs("flag&empty=&=value&a=b=c") == [["flag", ""], ["empty", ""], ["", "value"], ["a", "b=c"]]
        )
        #expect(try pairs("&&x=1&") == [["x", "1"]])
        #expect(try pairs("") == [])
        #expect(try pairs("filter=duration%3A%3E1ms+path%3Anone") == [["filter", "duration:>1ms path:none"]])
    }

    @Test func reportsWhereAQueryIsMalformed() {
        withGuardedBytes(Array("a=1&b=%4".utf8)) { bytes, count in
            var query: OpaquePointer?
            var offset = 0
            #expect(chttp_query_create(bytes, count, &query, &offset) == CHTTP_EESCAPE.rawValue)
            #expect(offset == 6)
            #expect(query == nil)
        }
    }

    @Test func survivesNoise() {
        var noise = Noise(state: 42)
        let alphabet = Array("%&=+a0F\u{0}".utf8)
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &noise)).map { _ in alphabet.randomElement(using: &noise)! }
            withGuardedBytes(bytes) { start, count in
                var query: OpaquePointer?
                var offset = 0
                let error = chttp_query_create(start, count, &query, &offset)
                #expect(error == 0 || (error == CHTTP_EESCAPE.rawValue && bytes[offset] == UInt8(ascii: "%")))
                chttp_query_destroy(query)
            }
        }
    }
}
