// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import InspectorServer
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// Events of proxies in recordings, exports and imports.
@Suite struct ProxyEventFileTests {
    private let folder = TemporaryFolder()

    private func text(
        _ recorder: Recorder,
        _ format: ExportFormat = .ndjson,
        _ selection: ProxyEventSelection = .matching,
        _ filter: InvocationFilter = .everything
    ) throws -> String {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: format, matching: filter, proxyEvents: selection).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

    private func isEvent(_ line: Substring) -> Bool { line.contains("\"what\":") }

    private func load(_ text: String, into file: URL) throws -> RecordingImport.Summary {
        let target = try RecordingImport(path: file.path)
        for line in lines(text) { try Array(line.utf8).withUnsafeBytes { try target.add($0) } }
        return try target.finish()
    }

    /// Calls with events between them: one from the set-up, two in each round, and one at the end of the proxy.
    private func record(rounds: Int = 5, in file: URL? = nil) throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        if let file { try recorder.keep(in: .file(file)) }
        makeCalls(recorder, rounds: rounds)
        recorder.flush()
        recorder.detachSink()
        return recorder
    }

    private func makeCalls(_ recorder: Recorder, rounds: Int) {
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        let target = TrafficTarget()
        proxy.setForwardDelegate(target, retain: true)
        for _ in 0..<rounds {
            for count in 0..<3 { proxy.text("text", foundCount: count) }
            proxy.setForwardDelegate(nil, retain: false)
            proxy.nothing()
            proxy.setForwardDelegate(target, retain: true)
        }
    }

    @Test func anExportHasTheEventsBetweenTheCallsAfterThoseThatHadStarted() throws {
        let found = lines(try text(record(rounds: 2)))
        #expect(
            found.map(isEvent) == [
                true, false, false, false, true, false, true, false, false, false, true, false, true, true,
            ]
        )
        #expect(found[4].contains("-e2\",\"number\":2,\"seq\":3,\"position\":3,"))
        #expect(
            found[4].contains("\"what\":\"targetReplaced\"") && found[4].contains("\"protocol\":\"TrafficDelegate\"")
        )
    }

    @Test func aRecordingKeepsEventsAsTheyAre() throws {
        let recorder = try record(in: folder.file())
        let replay = try Recorder(replaying: folder.file())
        #expect(try text(replay) == text(recorder))
        var query = ProxyEventQuery()
        query.limit = 3
        let page = replay.proxyEvents(query)
        #expect(page.items.map(\.number) == [12, 11, 10] && page.hasMore)
        #expect(page.items == recorder.proxyEvents(query).items)
        #expect(page.oldest == 1 && page.newest == 12)
        query.order = .ascending
        query.after = 9
        #expect(replay.proxyEvents(query).items.map(\.number) == [10, 11, 12])
    }

    @Test func eventsOfAnExportAreImportedByteForByteAndOnce() throws {
        let original = try text(record())
        let summary = try load(original, into: folder.file())
        #expect(summary.added == 20 && summary.addedEvents == 12 && summary.knownEvents == 0)
        let replay = try Recorder(replaying: folder.file())
        #expect(try text(replay) == original)
        let again = try load(original, into: folder.file())
        #expect(again.known == 20 && again.addedEvents == 0 && again.knownEvents == 12)
        #expect(try text(Recorder(replaying: folder.file())) == original)
        #expect(replay.recordedProxies.first?.history.count == 12)
    }

    @Test func eventsThatMemoryNoLongerHoldsComeFromTheFile() throws {
        let recorder = try record(rounds: 1_500, in: folder.file())
        #expect(recorder.proxyEvents().count == 1_024)
        var numbers: [UInt64] = []
        var query = ProxyEventQuery()
        query.limit = 1_000
        query.order = .ascending
        while numbers.count < 4_000 {
            let page = recorder.proxyEvents(query)
            numbers += page.items.map(\.number)
            query.after = page.items.last?.number
            if !page.hasMore { break }
        }
        #expect(numbers == Array(1...3_002))
        query = ProxyEventQuery()
        query.limit = 1_000
        query.before = 2_000
        #expect(recorder.proxyEvents(query).items.map(\.number) == (1_000..<2_000).reversed())
    }

    @Test func aFilterAndASelectionChooseTheEvents() throws {
        let recorder = try record()
        let count = { (text: String) in lines(text).filter(isEvent).count }
        #expect(try count(text(recorder, .ndjson, .none)) == 0)
        #expect(try count(text(recorder, .ndjson, .matching, InvocationFilter("selector:text*"))) == 0)
        #expect(try count(text(recorder, .ndjson, .all, InvocationFilter("selector:text*"))) == 12)
        #expect(try count(text(recorder, .ndjson, .matching, InvocationFilter("owner:Parser"))) == 12)
    }

    @Test func aTableHasRowsForEvents() throws {
        let rows = try text(record(rounds: 1), .csv).split(separator: "\r\n")
        #expect(rows.count == 1 + 4 + 4)
        #expect(rows[0].hasPrefix("id,startedAt,") && rows[0].hasSuffix(",event,previousTarget,detail"))
        let columns = rows[0].split(separator: ",").count
        for row in rows {
            let cells = row.replacing(/"([^"]|"")*"/, with: "").split(separator: ",", omittingEmptySubsequences: false)
            #expect(cells.count == columns, "\(row)")
        }
        #expect(rows[1].contains("-e1,") && rows[1].hasSuffix(",targetReplaced,,"))
        #expect(rows[5].contains("-e2,") && rows[5].hasSuffix(",targetReplaced,TrafficTarget,"))
    }

    @Test func aPageHasTheEventsBetweenTheCallsAsLinesDo() throws {
        let recorder = try record(rounds: 2)
        let page = try lines(text(recorder, .html))
        let start = try #require(page.lastIndex(of: #"<script type="application/x-ndjson" id="recording">"#))
        let recorded = page[(start + 1)...].prefix { $0 != "</script>" }
        #expect(recorded.filter(isEvent).count == 6)
        // No text may end the element.
        let escaped = try lines(text(recorder).replacing("<", with: "\\u003c"))
        #expect(Array(recorded) == escaped)
    }

    @Test func aTraceHasInstantEvents() throws {
        let trace = try text(record(rounds: 1), .trace)
        #expect(trace.matches(of: /"ph":"i","s":"p","pid":1,"ts":[0-9.]+,"args":\{"id":"[0-9a-f]+-e[1234]"/).count == 4)
        #expect(trace.contains("\"name\":\"targetReplaced Parser\",\"cat\":\"lifecycle\""))
    }

    @Test func aTraceOfALiveProgramHasTheCallsThatStillRun() throws {
        let recorder = Recorder()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        let target = TrafficTarget()
        proxy.setForwardDelegate(target, retain: true)
        var trace = ""
        target.onText = {
            proxy.nothing()
            recorder.flush()
            trace = (try? text(recorder, .trace)) ?? ""
        }
        proxy.text("text", foundCount: 1)
        #expect(trace.matches(of: /"name":"text\(_:foundCount:\)"[^{]*"ph":"b"/).count == 1)
        #expect(trace.matches(of: /"name":"nothing\(\)"[^{]*"ph":"X"/).count == 1)
        #expect(!trace.contains("\"ph\":\"e\""))
    }

    @Test(arguments: [
        ("what", "\"exploded\""), ("proxy", "-1"), ("proxy", "null"), ("number", "7"), ("at", "\"yesterday\""),
        ("id", "\"9f2c11ab-1\""), ("id", "\"../x-e1\""), ("id", "\"a\\r\\nb-e1\""), ("seq", "-1"),
        ("position", "9223372036854775808"), ("owner", "null"), ("id", "\"9f2c11ab-e18446744073709551615\""),
    ]) func anEventThatAFileCannotHoldIsRefused(member: String, value: String) throws {
        let first = try #require(lines(try text(record(rounds: 1))).first)
        let pattern = try Regex("\"\(member)\":(\"[^\"]*\"|[^,}]*)")
        let changed = String(first).replacing(pattern, with: "\"\(member)\":\(value)", maxReplacements: 1)
        let error = #expect(throws: RecordingImport.LineError.self) { try load(changed, into: folder.file()) }
        #expect(error?.isEvent == true && error?.description.contains("event of a proxy") == true)
    }

    @Test func eventsOfEarlierVersionsAreReadAndBroughtUpToDate() throws {
        let recorder = try record(in: folder.file())
        let file = try DatabaseQueue(path: folder.file().path)
        try file.writeWithoutTransaction { db in
            try db.execute(sql: "DROP VIEW invocations")
            for table in ["signature", "tally"] { try db.execute(sql: "DROP TABLE \(table)") }
            for column in FieldColumns.added where column.version > 4 {
                let name = column.definition.prefix { $0 != " " }
                try db.execute(sql: "ALTER TABLE \(column.table) DROP COLUMN \(name)")
            }
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        try file.close()
        let events = try Recorder(replaying: folder.file()).proxyEvents(ProxyEventQuery()).items
        #expect(events.count == 12)
        #expect(events.allSatisfy { $0.seq == nil && $0.position == nil && $0.protocolName == nil })
        // Without places, events stand between the calls by their time.
        let kinds = { (recorder: Recorder) in lines(try text(recorder)).map(isEvent) }
        #expect(try kinds(Recorder(replaying: folder.file())) == kinds(recorder))
        try FileStore(path: folder.file().path).finish()
        #expect(try Recorder(replaying: folder.file()).proxyEvents(ProxyEventQuery()).items == events)
    }
}
