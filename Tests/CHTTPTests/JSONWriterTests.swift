// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Testing

@Suite struct JSONWriterTests {
    private func write(_ body: (OpaquePointer) -> Void) -> (error: Int32, text: String, replacements: Int) {
        var writer: OpaquePointer?
        guard chttp_json_writer_create(&writer) == 0, let writer else { return (CHTTP_EMEMORY.rawValue, "", 0) }
        defer { chttp_json_writer_destroy(writer) }
        body(writer)
        var bytes: UnsafePointer<UInt8>?
        var length = 0
        let error = chttp_json_writer_take(writer, &bytes, &length)
        let text = String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
        return (error, text, chttp_json_writer_replacement_count(writer))
    }

    private func key(_ writer: OpaquePointer, _ text: String) {
        let bytes = Array(text.utf8)
        chttp_json_writer_key(writer, bytes, bytes.count)
    }

    private func string(_ bytes: [UInt8]) -> (text: String, replacements: Int) {
        let result = withGuardedBytes(bytes) { start, count in write { chttp_json_writer_string($0, start, count) } }
        return (result.text, result.replacements)
    }

    @Test func writesNestedValuesInOrder() {
        let result = write {
            chttp_json_writer_begin_object($0)
            key($0, "items")
            chttp_json_writer_begin_array($0)
            chttp_json_writer_signed($0, -1)
            chttp_json_writer_boolean($0, true)
            chttp_json_writer_null($0)
            chttp_json_writer_begin_object($0)
            chttp_json_writer_end_object($0)
            let raw = Array(#"{"raw":1}"#.utf8)
            chttp_json_writer_raw($0, raw, raw.count)
            chttp_json_writer_end_array($0)
            key($0, "next")
            chttp_json_writer_boolean($0, false)
            chttp_json_writer_end_object($0)
        }
        #expect(result.text == #"{"items":[-1,true,null,{},{"raw":1}],"next":false}"#)
    }

    @Test func escapesStrings() {
        #expect(string(Array("\"\\\n\u{1}é😀</script>".utf8)).text == #""\"\\\n\u0001é😀</script>""#)
        #expect(string([]).text == "\"\"")
        #expect(string([0]).text == #""\u0000""#)
        #expect(string(Array(repeating: 1, count: 10_000)).text.utf8.count == 60_002)
    }

    /// The pieces follow Unicode 16.0, 3.9, "U+FFFD Substitution of Maximal Subparts", as Swift does.
    @Test func replacesMalformedUTF8AsSwiftDoes() {
        let samples: [[UInt8]] = [
            [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0x61, 0xE2, 0x82, 0x62], [0xF0, 0x80, 0x80, 0x41], [0x80, 0x80],
        ]
        for sample in samples {
            let result = string(sample)
            #expect(result.text == "\"" + String(decoding: sample, as: UTF8.self) + "\"", "\(sample)")
            #expect(result.replacements == result.text.unicodeScalars.count { $0 == "\u{FFFD}" })
        }
    }

    @Test func replacesNoiseAsSwiftDoes() {
        var noise = Noise(state: 3)
        let alphabet: [UInt8] = [0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC3, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5]
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0..<12, using: &noise)).map { _ in alphabet.randomElement(using: &noise)! }
            #expect(string(bytes).text == "\"" + String(decoding: bytes, as: UTF8.self) + "\"", "\(bytes)")
        }
    }

    @Test func writesLargeIntegersAsStrings() {
        let exact = Int64(1) << 53
        #expect(write { chttp_json_writer_signed($0, exact) }.text == "9007199254740992")
        #expect(write { chttp_json_writer_signed($0, -exact) }.text == "-9007199254740992")
        #expect(write { chttp_json_writer_signed($0, exact + 1) }.text == "\"9007199254740993\"")
        #expect(write { chttp_json_writer_signed($0, .min) }.text == "\"-9223372036854775808\"")
        #expect(write { chttp_json_writer_unsigned($0, .max) }.text == "\"18446744073709551615\"")
        #expect(write { chttp_json_writer_unsigned($0, UInt64(exact)) }.text == "9007199254740992")
    }

    @Test func writesRealsWithTheFewestDigits() {
        let samples = [
            (0.1, "0.1"), (1, "1.0"), (1.0 / 3, "0.3333333333333333"), (0.1 + 0.2, "0.30000000000000004"),
        ]
        for (value, text) in samples {
            #expect(write { chttp_json_writer_real($0, value) }.text == text)
        }
        for value in [Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e22, -1.5e-7, .pi] {
            #expect(Double(write { chttp_json_writer_real($0, value) }.text) == value)
        }
        #expect(write { chttp_json_writer_real($0, .nan) }.text == "\"NaN\"")
        #expect(write { chttp_json_writer_real($0, -.infinity) }.text == "\"-Infinity\"")
    }

    @Test func refusesStructureThatIsNotJSON() {
        let misuses: [(OpaquePointer) -> Void] = [
            { _ in },
            { chttp_json_writer_begin_array($0) },
            { chttp_json_writer_end_array($0) },
            {
                chttp_json_writer_begin_object($0); chttp_json_writer_end_array($0)
            },
            {
                chttp_json_writer_begin_object($0); chttp_json_writer_null($0)
            },
            {
                chttp_json_writer_begin_array($0); key($0, "a")
            },
            {
                chttp_json_writer_begin_object($0); key($0, "a"); chttp_json_writer_end_object($0)
            },
            {
                chttp_json_writer_begin_object($0); key($0, "a"); key($0, "b")
            },
            {
                chttp_json_writer_null($0); chttp_json_writer_null($0)
            },
        ]
        for misuse in misuses { #expect(write(misuse).error == CHTTP_ESTATE.rawValue) }
        #expect(
            write { writer in (0...256).forEach { _ in chttp_json_writer_begin_array(writer) } }.error
                == CHTTP_EJSON_DEPTH.rawValue
        )
    }
}
