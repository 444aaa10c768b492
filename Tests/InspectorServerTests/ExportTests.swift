// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import CallExport
@testable import FilterTestSupport
@testable import InspectorServer

@Suite struct ExportTests {
    let recorder: Recorder

    init() {
        var traffic = FilterTraffic(seed: 11)
        traffic.record(400)
        recorder = traffic.recorder
    }

    func text(
        _ format: ExportFormat,
        _ filter: InvocationFilter = .everything,
        _ events: ProxyEventSelection = .matching
    ) throws -> String {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: format, matching: filter, proxyEvents: events).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func linesAreWhatTheListGives() throws {
        let lines = try text(.ndjson, .everything, .none).split(separator: "\n")
        var query = InvocationQuery()
        query.order = .ascending
        query.limit = 1_000
        let items = recorder.invocations(query).items
        #expect(lines.count == items.count)
        for (line, item) in zip(lines, items) { #expect(Array(line.utf8) == InvocationEncoder.encode(item)) }
    }

    /// Regression test: they came last, in a trace as if they had started with the first call.
    @Test(arguments: [ExportFormat.ndjson, .csv, .trace, .html]) func runningCallsStandWhereTheyStarted(
        format: ExportFormat
    ) throws {
        let calls = SampleCalls()
        var bytes: [UInt8] = []
        calls.settle {
            calls.read(2)
            calls.settle {
                calls.read(1)
                let export = InvocationExport(calls.recorder, as: format, proxyEvents: .none, running: true)
                _ = try? export.write { bytes += $0 }
            }
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let id = try Regex("\(calls.epoch)-([0-9]+)", as: (Substring, Substring).self)
        #expect(lines.compactMap { $0.firstMatch(of: id)?.1 } == ["1", "2", "3", "4", "5"])
        // The calls are those of one thread, and a track has one name.
        #expect(lines.count { $0.contains("\"thread_name\"") } == (format == .trace ? 1 : 0))
    }

    @Test func anExportHoldsWhatPassesItsFilter() throws {
        let filter = try InvocationFilter("state:threw")
        #expect(try text(.ndjson, filter).split(separator: "\n").count == recorder.count(matching: filter).matched)
    }

    /// Regression test: nothing told of calls that were left out.
    @Test(arguments: [ExportFormat.ndjson, .folded]) func anExportKnowsThatAnExpressionRanOutOfSteps(
        format: ExportFormat
    ) throws {
        let calls = SampleCalls()
        calls.readLong(2_000)
        for (filter, isPartial) in [("arg.name:/m.{0,1000}error/", true), ("arg.name:/error/", false)] {
            let export = InvocationExport(calls.recorder, as: format, matching: try InvocationFilter(filter))
            let outcome = try export.write { _ in }
            #expect(outcome.isPartial == isPartial && outcome.written == 0, "\(filter)")
        }
    }

    @Test(arguments: [
        "=1+1", "+1", "-1+1", "-", "-1e", "-1.", "-.5", "-1 ", "-1\n", "-٣", "-inf", "@SUM(A1)", "\tx", "\rx", "\nx",
        "＝1", "＋1", "－1", "＠1", "=cmd|' /C calc'!A0",
    ])
    func aSpreadsheetRunsNoCell(text: String) {
        let cell = TableEncoder.cell(text)
        #expect(cell.hasPrefix("'") || cell.hasPrefix("\"'"))
    }

    /// Regression test: negative numbers were texts.
    @Test(arguments: ["-5", "-0.5", "-1e-07", "-1.5e+20", "-9223372036854775808"])
    func aNegativeNumberStaysANumber(text: String) {
        #expect(TableEncoder.cell(text) == text)
    }

    @Test func aCellThatNeedsQuotesHasThem() {
        #expect(TableEncoder.cell("a,b") == "\"a,b\"")
        #expect(TableEncoder.cell("say \"x\"") == "\"say \"\"x\"\"\"")
        #expect(TableEncoder.cell("two\nlines") == "\"two\nlines\"")
        #expect(TableEncoder.cell("plain") == "plain")
    }

    @Test func eventsOfATraceNestOnEveryTrack() throws {
        let trace = try JSONValue(parsing: Array(try text(.trace).utf8))
        let events = try #require(trace["traceEvents"]?.elements)
        #expect(trace["otherData"]?["epoch"]?.text == recorder.epoch)
        var open: [Int: [(start: Double, end: Double)]] = [:]
        var complete = 0
        for event in events {
            #expect(event["pid"]?.number == 1 && event["name"]?.text != nil)
            // An event of a proxy belongs to no thread.
            if event["ph"]?.text == "i" { continue }
            let thread = try #require(event["tid"]?.number)
            switch event["ph"]?.text {
            case "M": open[thread] = []
            case "X":
                complete += 1
                let start = try #require(event["ts"]?.real)
                let end = try start + #require(event["dur"]?.real)
                // The name of a track precedes its events, which are sorted by start.
                var outer = try #require(open[thread])
                while let last = outer.last, last.end <= start + 1e-6 { outer.removeLast() }
                if let last = outer.last { #expect(start >= last.start && end <= last.end + 1e-6) }
                outer.append((start, end))
                open[thread] = outer
            case let other: Issue.record("an event of kind \(other ?? "nil")")
            }
        }
        #expect(complete == Int(recorder.status.recorded))
    }

    /// Regression test: a thread of another process with the same id shared the track.
    @Test func eachProcessOfATraceHasTracksOfItsOwn() throws {
        var calls = TimedCalls()
        calls.add("a", 0..<100_000)
        let process = { (host: String) in ProcessFacts(service: "shop", version: "1.4", host: host, id: 1) }
        let context = ExportContext(epoch: "0a1b2c3d", filter: "", startedAtNanoseconds: 0, counters: recorder.status)
        var encoder = TraceEncoder(context)
        var bytes = encoder.begin()
        // The third is the first one's container, started again.
        for (index, host) in ["web-1", "web-2", "web-1"].enumerated() {
            for call in calls.made(by: process(host), run: UInt64(index + 1)) { bytes += encoder.encode(call) }
        }
        var event = ProxyEvent(
            number: 1,
            proxy: 1,
            kind: .installed,
            owner: "Meter",
            target: nil,
            previousTarget: nil,
            detail: nil,
            occurredAtNanoseconds: 200_000
        )
        event.process = process("web-2")
        event.epoch = "0a1b2c32"
        bytes += encoder.encode(event)
        bytes += encoder.end()
        let events = try #require(try JSONValue(parsing: bytes)["traceEvents"]?.elements)
        let shown = events.map { event in
            let name = event["args"]?["name"]?.text ?? event["name"]?.text ?? ""
            return "\(event["ph"]?.text ?? "") \(event["pid"]?.number ?? 0) \(event["tid"]?.number ?? 0) \(name)"
        }
        #expect(
            shown == [
                "M 1 0 shop@1.4 web-1 1", "M 1 7 worker", "X 1 7 a", "M 2 0 shop@1.4 web-2 1", "M 2 7 worker",
                "X 2 7 a", "M 3 0 shop@1.4 web-1 1 (0a1b2c33)", "M 3 7 worker", "X 3 7 a", "i 2 0 installed Meter",
            ]
        )
    }

    @Test func noTextOfACallEndsThePageItIsIn() throws {
        let proxy = TrafficProxy(recorder: recorder)
        proxy.text("</script><script>alert(1)</script><!--", foundCount: 1)
        recorder.flush()
        let page = try text(.html)
        #expect(!page.contains("alert(1)</script>"))
        #expect(page.contains("\\u003c/script>\\u003cscript>alert(1)"))
        #expect(page.contains("<script type=\"application/x-ndjson\" id=\"recording\">"))
        #expect(!page.contains("src=\"app.js\"") && !page.contains("href=\"styles/"))
    }

    @Test func everyModuleOfThePageFindsWhatItImports() throws {
        let page = try text(.html)
        let names = page.matches(of: /"(inspector\/[^"]+\.js)":/).map { String($0.1) }
        #expect(names.count > 30)
        for asset in EmbeddedAsset.all where asset.path.hasSuffix(".js") {
            guard case .text(let source) = asset.content else { continue }
            for match in "\(source)".matches(of: /from '(\.[^']+)'/) {
                let wanted = "inspector/" + PageEncoder.resolve(String(match.1), from: asset.path)
                #expect(names.contains(wanted), "\(asset.path) imports \(match.1)")
            }
        }
    }

    @Test(arguments: Transport.allCases) func theServerExports(transport: Transport) throws {
        try withInspector(transport, recorder: recorder) { client in
            for format in ExportFormat.allCases {
                let reply = try client.get("/api/v1/export?format=\(format.rawValue)&filter=state:threw")
                #expect(reply.status == 200 && !reply.text.isEmpty)
            }
            let events = { (choice: String) in
                try client.get("/api/v1/export?filter=state:threw&lifecycle=\(choice)").text.contains("\"what\":")
            }
            let shown = try ["all", "none", "matching"].map(events)
            #expect(shown == [true, false, false])
            #expect(try client.get("/api/v1/export?lifecycle=some").status == 400)
            #expect(try client.get("/api/v1/export?format=pdf").status == 400)
        }
    }

    /// What a browser sends with a link that is followed or downloaded.
    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

    /// Regression test: it gave lines of JSON whatever was asked for.
    @Test(arguments: [
        ("*/*", "application/x-ndjson"), ("application/json, text/plain, */*", "application/x-ndjson"),
        ("text/csv", "text/csv; charset=utf-8"), ("application/json", "application/json"),
        ("text/plain;q=0.5, application/gzip", "application/gzip"), (browser, "text/html; charset=utf-8"),
    ]) func acceptChoosesTheFormatIfNoneIsNamed(accept: String, mediaType: String) throws {
        try withInspector(.direct, recorder: recorder) { client in
            let reply = try client.get("/api/v1/export?filter=state:threw", headers: [("Accept", accept)])
            #expect(reply.status == 200 && reply.headers["Content-Type"] == mediaType)
        }
    }

    /// Regression test: what excludes the format got it with 200.
    @Test(arguments: ExportFormat.allCases) func aFormatIsGivenUnlessAcceptExcludesIt(format: ExportFormat) throws {
        try withInspector(.direct, recorder: recorder) { client in
            func reply(_ accept: String) throws -> Reply {
                let target = "/api/v1/export?filter=state:threw&format=\(format.rawValue)"
                return try client.get(target, headers: [("Accept", accept)])
            }
            for accept in ["", "*/*", Self.browser, format.mediaType] {
                let reply = try reply(accept)
                #expect(reply.status == 200 && reply.headers["Content-Type"] == format.mediaType)
            }
            let other = format == .csv ? "application/json" : "text/csv"
            for accept in [other, "*/*, \(format.mediaType);q=0"] {
                let refused = try reply(accept)
                let code = try refused.json()["code"]?.text
                #expect(refused.status == 406 && code == "notAcceptable")
            }
        }
    }
}

extension JSONValue {
    fileprivate var real: Double? {
        switch self {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        default: nil
        }
    }
}
