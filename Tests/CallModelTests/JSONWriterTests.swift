// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

@Suite struct JSONWriterTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.bytes(body), as: UTF8.self)
    }

    @Test func writesEveryKindOfMember() {
        let text = text { json in
            json.object { json in
                json.member("text", "é\u{0}\"")
                json.member("empty", "")
                json.member("large", UInt64.max)
                json.member("real", 0.1)
                json.member("infinite", Double.infinity)
                json.member("none", String?.none)
                json.member("list", [1, 2])
                json.array("raw") { json in
                    json.raw(Array("{}".utf8))
                    json.raw(Array("7".utf8))
                }
                json.object("inner") { $0.member("yes", true) }
                json.name("a\nb")
                json.null()
                json.array("none") { _ in }
            }
        }
        #expect(
            text == #"{"text":"é\u0000\"","empty":"","large":"18446744073709551615","real":0.1,"infinite":"inf","#
                + #""none":null,"list":[1,2],"raw":[{},7],"inner":{"yes":true},"a\nb":null,"none":[]}"#
        )
    }

    @Test func escapesWhatHasToBe() {
        #expect(text { $0.string("\"\\\n\r\t\u{1}\u{1F}é😀</script>") } == #""\"\\\n\r\t\u0001\u001fé😀</script>""#)
        #expect(text { $0.string(String(repeating: "\u{1}", count: 10_000)) }.utf8.count == 60_002)
        #expect(text { $0.hexadecimal([0, 9, 0xAB, 0xFF]) } == "\"0009abff\"")
        #expect(text { $0.instant(1_500) } == "\"1970-01-01T00:00:00.000001Z\"")
    }

    /// A double holds whole numbers up to 2^53 (RFC 8259, section 6).
    @Test func writesLargeIntegersAsStrings() {
        let exact = Int64(1) << 53
        for (number, text) in [
            (0, "0"), (-7, "-7"), (exact, "9007199254740992"), (-exact, "-9007199254740992"),
            (exact + 1, "\"9007199254740993\""), (.min, "\"-9223372036854775808\""),
        ] {
            #expect(self.text { $0.integer(number) } == text)
        }
        #expect(text { $0.integer(UInt64.max) } == "\"18446744073709551615\"")
        #expect(text { $0.wholeInteger(.min) } == "-9223372036854775808")
    }

    @Test func writesRealsWithTheFewestDigits() {
        for (value, text) in [(0.1, "0.1"), (1, "1.0"), (1.0 / 3, "0.3333333333333333"), (1e22, "1e+22")] {
            #expect(self.text { $0.real(value) } == text)
        }
        #expect(text { $0.real(Float(0.1)) } == "0.1")
        #expect(text { $0.real(Double.nan) } == "\"nan\"")
    }

    @Test func writesOneTextBehindTheOther() {
        var json = JSONWriter()
        json.array { $0.integer(1) }
        json.beginAnother()
        json.bool(true)
        #expect(json.bytes == Array("[1]true".utf8))
        json.removeAll()
        json.null()
        #expect(json.bytes == Array("null".utf8))
    }

    @Test func isReadBackAsItWasWritten() {
        let samples = ["", "plain", "\"quotes\" \\ and \u{0}\u{1F} controls", "é😀\u{2028}", "\r\n\t\u{8}\u{C}"]
        for sample in samples {
            #expect(JSONReader.read(text { $0.string(sample) }) { $0.string } == sample)
        }
        #expect(JSONReader.read(text { $0.integer(UInt64.max) }) { $0.integer(UInt64.self) } == .max)
    }
}
