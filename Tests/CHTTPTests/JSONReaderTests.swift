// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Testing

@Suite struct JSONReaderTests {
    private func parse(_ text: String, depthLimit: Int = 64) -> (error: Int32, offset: Int, text: String) {
        parse(Array(text.utf8), depthLimit: depthLimit)
    }

    private func parse(_ bytes: [UInt8], depthLimit: Int = 64) -> (error: Int32, offset: Int, text: String) {
        withGuardedBytes(bytes) { start, count in
            var document: OpaquePointer?
            var fault = chttp_json_fault()
            let error = chttp_json_parse(start, count, depthLimit, &document, &fault)
            chttp_json_destroy(document)
            let text = withUnsafeBytes(of: &fault.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return (error, fault.offset, text)
        }
    }

    private func withRoot(_ text: String, _ body: (OpaquePointer) throws -> Void) throws {
        let bytes = Array(text.utf8)
        var document: OpaquePointer?
        var fault = chttp_json_fault()
        try check(chttp_json_parse(bytes, bytes.count, 64, &document, &fault))
        defer { chttp_json_destroy(document) }
        try body(chttp_json_root(document!))
    }

    private func string(_ value: OpaquePointer) -> String {
        var length = 0
        let text = chttp_json_value_string(value, &length)
        return String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
    }

    @Test func readsEveryKind() throws {
        try withRoot(#"{"s":"é\n","i":-7,"r":1.5,"t":true,"n":null,"a":[1,2],"o":{}}"#) { root in
            func member(_ key: String) -> OpaquePointer { chttp_json_value_member(root, key)! }
            #expect(chttp_json_value_kind(root) == CHTTP_JSON_OBJECT)
            #expect(chttp_json_value_count(root) == 7)
            #expect(string(member("s")) == "é\n")
            #expect(chttp_json_value_kind(member("i")) == CHTTP_JSON_INTEGER)
            #expect(chttp_json_value_integer(member("i")) == -7)
            #expect(chttp_json_value_real(member("i")) == -7)
            #expect(chttp_json_value_kind(member("r")) == CHTTP_JSON_REAL)
            #expect(chttp_json_value_real(member("r")) == 1.5)
            #expect(chttp_json_value_kind(member("t")) == CHTTP_JSON_BOOLEAN)
            #expect(chttp_json_value_boolean(member("t")))
            #expect(chttp_json_value_kind(member("n")) == CHTTP_JSON_NULL)
            #expect(chttp_json_value_count(member("a")) == 2)
            #expect(chttp_json_value_integer(chttp_json_value_element(member("a"), 1)!) == 2)
            #expect(chttp_json_value_element(member("a"), 2) == nil)
            #expect(chttp_json_value_kind(member("o")) == CHTTP_JSON_OBJECT)
            #expect(chttp_json_value_member(root, "missing") == nil)
        }
    }

    @Test func visitsMembersInOrder() throws {
        try withRoot(#"{"z":1,"a":2,"m":3}"#) { root in
            var keys: [String] = []
            withUnsafeMutablePointer(to: &keys) {
                chttp_json_value_members(root, $0) { context, key, _ in
                    context!.assumingMemoryBound(to: [String].self).pointee.append(String(cString: key))
                    return true
                }
            }
            #expect(keys == ["z", "a", "m"])
        }
    }

    @Test func answersHarmlesslyForTheWrongKind() throws {
        try withRoot("[]") { root in
            #expect(string(root) == "")
            #expect(chttp_json_value_integer(root) == 0)
            #expect(chttp_json_value_member(root, "x") == nil)
            #expect(!chttp_json_value_boolean(root))
        }
    }

    @Test func refusesDuplicateKeys() {
        #expect(parse(#"{"a":1,"a":2}"#).error == CHTTP_EJSON_DUPLICATE.rawValue)
        #expect(parse(#"[{"a":{"b":1,"b":1}}]"#).error == CHTTP_EJSON_DUPLICATE.rawValue)
    }

    @Test func refusesDeepNesting() {
        #expect(parse(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)).error == 0)
        let result = parse(String(repeating: "[", count: 65) + String(repeating: "]", count: 65))
        #expect(result.error == CHTTP_EJSON_DEPTH.rawValue)
        #expect(result.offset == 64)
        #expect(parse(String(repeating: "[", count: 1_000_000)).error == CHTTP_EJSON_DEPTH.rawValue)
        #expect(parse(#"["[[[[[\"[[[["]"#, depthLimit: 1).error == 0)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "nul", "1 2", "{\"a\"}", "\"\\x\"", "\"abc", "\"\\", "[1}", "\u{FEFF}1", "'a'",
    ])
    func reportsWhereTextIsMalformed(text: String) {
        let result = parse(text)
        #expect(result.error == CHTTP_EJSON_SYNTAX.rawValue)
        #expect(result.offset <= text.utf8.count)
        #expect(!result.text.isEmpty)
    }

    @Test func refusesWhatCannotBeRepresented() {
        #expect(parse("9223372036854775808").error == CHTTP_EJSON_NUMBER.rawValue)
        #expect(parse("1e999").error == CHTTP_EJSON_NUMBER.rawValue)
        #expect(parse([0x22, 0xFF, 0x22]).error == CHTTP_EJSON_ENCODING.rawValue)
        #expect(parse(#""\u0000""#).error != 0)
        #expect(parse(#""\ud800""#).error != 0)
    }

    @Test func survivesNoise() {
        var noise = Noise(state: 7)
        let alphabet = Array("{}[]\",:\\u0e-.1tn \u{0}".utf8) + [0xC3, 0xA9, 0xFF]
        for _ in 0..<5_000 {
            _ = parse((0..<Int.random(in: 0..<24, using: &noise)).map { _ in alphabet.randomElement(using: &noise)! })
        }
    }
}
