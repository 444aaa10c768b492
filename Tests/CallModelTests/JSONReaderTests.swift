// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

@Suite struct JSONReaderTests {
    @Test func readsEveryKind() {
        let text = #"{"s":"é\n","i":-7,"r":1.50,"t":true,"f":false,"n":null,"a":[1,[2]],"o":{},"😀":1}"#
        let found: Bool? = JSONReader.read(text) { root in
            #expect(root["s"]?.string == "é\n")
            #expect(root["i"]?.integer() == -7)
            #expect(root["i"]?.integer(UInt8.self) == nil)
            // Numbers keep their text.
            #expect(root["r"].map { String(decoding: $0.bytes, as: UTF8.self) } == "1.50")
            #expect(root["t"]?.bool == true)
            #expect(root["f"]?.bool == false)
            #expect(root["n"]?.kind == .null)
            #expect(root["a"]?.elements.map { $0.map(\.kind) } == [.number, .array])
            #expect(root["o"]?.members.map { Array($0).count } == 0)
            #expect(root["missing"] == nil)
            #expect(root.elements == nil)
            return true
        }
        #expect(found == true)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "nul", "1 2", "{\"a\"}", "\"\\x\"", "\"abc", "\"\\", "[1}", "\u{FEFF}1", "'a'", "01",
        "1.",
        "-", "1e", "\"\u{1}\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\u12\"", "[,1]", "{,}",
    ])
    func tellsWhereTextIsMalformed(text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let reader = JSONReader()
            do {
                _ = try reader.read(UnsafeRawBufferPointer(utf8))
                Issue.record("accepted")
            } catch let error as JSONNode.Fault {
                #expect(!error.reason.isEmpty)
                #expect(error.offset <= utf8.count)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test func refusesWhatIsNotUTF8AndDeepNesting() {
        for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] {
            #expect(throws: JSONNode.Fault.self) { try bytes.withUnsafeBytes { _ = try JSONReader().read($0) } }
        }
        let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(JSONReader.read(deep(JSONReader.depthLimit)) { $0.kind } == .array)
        #expect(JSONReader.read(deep(JSONReader.depthLimit + 1)) { $0.kind } == nil)
    }
}
