// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct JSONValueTests {
    @Test func keepsMembersInOrder() throws {
        let value = try JSONValue(parsing: Array(#"{"b":[1,2.5,"x",null,true],"a":{}}"#.utf8))
        #expect(value.keys == ["b", "a"])
        #expect(value["b"] == .array([.integer(1), .real(2.5), .string("x"), .null, .boolean(true)]))
        let text = String(decoding: JSONWriter.bytes { value.write(to: &$0) }, as: UTF8.self)
        #expect(text == #"{"b":[1,2.5,"x",null,true],"a":{}}"#)
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
