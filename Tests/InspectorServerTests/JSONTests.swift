// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import InspectorServer

@Suite struct JSONTests {
    private func text(_ body: (borrowing JSONWriter) throws -> Void) throws -> String {
        String(decoding: try JSONWriter.bytes(body), as: UTF8.self)
    }

    @Test func writesEveryKindOfMember() throws {
        let text = try text { json in
            json.object { json in
                json.member("text", "é\u{0}\"")
                json.member("empty", "")
                json.member("large", UInt64.max)
                json.member("real", 0.1)
                json.member("infinite", Double.infinity)
                json.member("none", String?.none)
                json.member("list", [1, 2])
                json.array("raw") { $0.raw(Array("{}".utf8)) }
                json.object("inner") { $0.member("yes", true) }
            }
        }
        #expect(
            text == #"{"text":"é\u0000\"","empty":"","large":"18446744073709551615","real":0.1,"infinite":"Infinity","#
                + #""none":null,"list":[1,2],"raw":[{}],"inner":{"yes":true}}"#
        )
    }

    @Test func throwsWhenTheTextIsNotOneValue() {
        #expect(throws: JSONWriter.Failure.self) { try JSONWriter.bytes { _ in } }
        #expect(throws: JSONWriter.Failure.self) { try JSONWriter.bytes { $0.object { $0.key("a") } } }
    }

    @Test func readsWhatItWrites() throws {
        let value = try JSONValue(parsing: Array(#"{"b":[1,2.5,"x",null,true],"a":{}}"#.utf8))
        #expect(value.keys == ["b", "a"])
        #expect(value["b"] == .array([.integer(1), .real(2.5), .string("x"), .null, .boolean(true)]))
    }

    @Test func reportsWhyAndWhereATextIsRefused() {
        #expect(throws: JSONValue.Fault.self) { try JSONValue(parsing: Array(#"{"a":1,"a":2}"#.utf8)) }
        do {
            _ = try JSONValue(parsing: Array("[1,}".utf8))
            Issue.record("accepted")
        } catch {
            #expect(!error.reason.isEmpty)
            #expect(error.offset <= 4)
        }
        let deep = String(repeating: "[", count: 33) + String(repeating: "]", count: 33)
        #expect(throws: JSONValue.Fault.self) { try JSONValue(parsing: Array(deep.utf8)) }
    }
}
