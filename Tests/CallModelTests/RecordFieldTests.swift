// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

@Suite struct RecordFieldTests {
    /// An invocation with nearly every field.
    private static let line = #"""
        {"id":"9f2c11ab-1042","seq":1042,"position":1040,"parent":"9f2c11ab-1041","depth":1,"proxy":3,\#
        "owner":"XMLParser","target":"OutlineBuilder","protocol":"XMLParserDelegate",\#
        "selector":"parser(_:foundCharacters:)","arguments":[{"label":null,"name":"parser","type":"XMLParser",\#
        "kind":"object","id":"XMLParser@7f31c0"},{"label":"foundCharacters","name":"string","type":"String",\#
        "kind":"string","value":"a\"b\n","after":{"type":"String","kind":"string","value":"é"}}],\#
        "thread":{"id":4711,"name":"worker","isMain":false,"priority":{"policy":"other","nice":-5}},\#
        "task":{"id":12,"name":"loader 2"},\#
        "startedAt":"2026-11-21T09:30:00.123456Z","durationNanoseconds":1840,"targetNanoseconds":1702,\#
        "state":"returned","returnPath":"target","result":{"type":"[Int]","kind":"list","count":9,\#
        "children":[{"type":"Int","kind":"scalar","value":1}],"truncated":"count"},"error":null,\#
        "targetResult":{"type":"Data","kind":"bytes","value":"00ff","hash":"a1","count":2},\#
        "completion":"twice","completions":[{"argument":1,"state":"twice","count":2,"calls":[{"afterNanoseconds":50,\#
        "thread":{"id":4712,"name":"late","isMain":false},"arguments":[{"type":"Int","kind":"scalar","value":1}]}]},\#
        {"argument":2,"state":"never","count":0,"releasedAfterNanoseconds":70,"calls":[]}],"findings":["off_main"],\#
        "marked":true,"comment":"slow?","skipped":9,"backtrace":[{"module":"app","offset":4779,"async":true,\#
        "function":"app.Feed.run() -> ()","file":"/a/b.swift","line":12},{"module":"","offset":140737488355327}]}
        """#

    private func invocation(_ line: String) throws -> Invocation {
        var line = line
        return try line.withUTF8 { utf8 in
            let reader = JSONReader()
            return try RecordReader().invocation(reader.read(UnsafeRawBufferPointer(utf8)))
        }
    }

    private func text(_ invocation: Invocation, _ fields: InvocationFields = .all) -> String {
        String(decoding: InvocationEncoder.encode(invocation, fields), as: UTF8.self)
    }

    @Test func writesWhatItReads() throws {
        #expect(try text(invocation(Self.line)) == Self.line)
    }

    @Test func storesAndLoadsWhatColumnsHold() throws {
        let original = try invocation(Self.line)
        var copy = original
        copy.position = nil
        copy.parent = nil
        copy.durationNanoseconds = nil
        copy.returnPath = .none
        copy.isMarked = false
        copy.comment = nil
        copy.skipped = 0
        copy.backtrace = []
        copy.completions = []
        copy.task = nil
        for column in Invocation.fields.compactMap(\.column) { column.load(&copy, column.store(original)) }
        #expect(copy == original)
        var thread = ThreadInfo(id: 0, name: "", isMain: true)
        for column in ThreadInfo.fields.compactMap(\.column) { column.load(&thread, column.store(original.thread)) }
        #expect(thread == original.thread)
        // Columns missing from a file are null.
        for column in Invocation.fields.compactMap(\.column) { column.load(&copy, .null) }
        #expect(copy.state == .running && copy.returnPath == .none && copy.skipped == 0 && copy.comment == nil)
        #expect(copy.backtrace.isEmpty)
    }

    /// Regression test: the parents of calls in a forged file could be a circle.
    @Test(arguments: [(1_041, 1_041), (1_042, nil), (1_043, nil), (-1, nil)] as [(Int64, UInt64?)])
    func loadsNoParentThatIsNoEarlierCall(stored: Int64, parent: UInt64?) throws {
        var call = try invocation(Self.line)
        let column = try #require(Invocation.fields.compactMap(\.column).first { $0.name == "parent" })
        column.load(&call, .integer(stored))
        #expect(call.parent?.seq == parent)
    }

    @Test func writesTheFieldsThatAreWanted() throws {
        var fields = InvocationFields()
        #expect(fields.insert("state") && fields.insert("seq") && !fields.insert("colour"))
        #expect(try text(invocation(Self.line), fields) == #"{"seq":1042,"state":"returned"}"#)
        #expect(Invocation.fields.count <= 64, "a choice of fields has 64 bits")
    }

    @Test(arguments: [
        ("\"seq\":1042", "\"seq\":1043", "seq"), ("\"depth\":1", "\"depth\":-1", "depth"),
        ("\"isMain\":false", "\"isMain\":0", "thread.isMain"), ("\"nice\":-5", "\"nice\":\"low\"", "thread.priority"),
        ("\"id\":12", "\"id\":0", "task"), ("\"loader 2\"", "2", "task"),
        ("returned", "lost", "state"), ("\"kind\":\"list\"", "\"kind\":\"lists\"", "result"),
        ("\"offset\":4779", "\"offset\":-1", "backtrace"), ("\"module\":\"app\"", "\"module\":null", "backtrace"),
        ("9f2c11ab-1041", "9f2c11ac-1041", "parent"), ("9f2c11ab-1041", "9f2c11ab-1042", "parent"),
        ("9f2c11ab-1041", "9f2c11ab-1043", "parent"), ("09:30:00.123456Z", "09:30:00.123456", "startedAt"),
    ])
    func tellsWhichMemberIsNotWhatItShouldBe(old: String, new: String, member: String) throws {
        let parts = Self.line.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        let line = parts.joined(separator: new)
        #expect(line != Self.line)
        do {
            _ = try invocation(line)
            Issue.record("accepted")
        } catch let fault as RecordFault {
            #expect(fault.member == member)
        }
    }

    @Test func hasEachColumnOfATableOnce() {
        let places = Invocation.fields.compactMap(\.cell?.place).sorted()
        #expect(places == Array(1...places.count))
        let columns = Invocation.fields.compactMap(\.column?.name)
        #expect(Set(columns).count == columns.count)
    }
}
