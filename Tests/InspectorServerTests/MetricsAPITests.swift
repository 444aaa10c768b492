// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct MetricsAPITests {
    private let calls = SampleCalls()

    private func withCalls(_ transport: Transport, _ body: (InspectorClient) throws -> Void) throws {
        try withInspector(transport, recorder: calls.recorder, body)
    }

    private func makeCalls() {
        calls.read(5)
        _ = calls.ask(2)
        _ = calls.ask(-1)
        calls.readUnanswered()
    }

    // MARK: The format

    private static let text = "text/plain; version=0.0.4; charset=utf-8"
    private static let openMetrics = "application/openmetrics-text; version=1.0.0; charset=utf-8"
    /// What Prometheus 2.42 sends.
    private static let scraper = """
        application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,\
        text/plain;version=0.0.4;q=0.5,*/*;q=0.1
        """

    @Test(arguments: Transport.allCases) func offersTheFormatThatTheScraperPrefers(transport: Transport) throws {
        let wanted = [
            ("", Self.text), ("*/*", Self.text), ("text/plain", Self.text), (Self.scraper, Self.openMetrics),
            ("application/openmetrics-text", Self.openMetrics),
            ("application/openmetrics-text;q=0.1, text/plain;q=0.2", Self.text),
            ("application/openmetrics-text;q=0, */*", Self.text),
        ]
        try withCalls(transport) { client in
            for (accept, type) in wanted {
                let reply = try client.get("/metrics", headers: [("Accept", accept)])
                #expect(reply.status == 200 && reply.headers["Content-Type"] == type, "\(accept)")
                #expect(reply.headers["Cache-Control"] == "no-store")
                #expect(reply.text.hasSuffix("\n# EOF\n") == (type == Self.openMetrics))
            }
            let head = try client.send("HEAD", "/metrics")
            #expect(head.status == 200 && head.headers["Content-Type"] == Self.text && head.text.isEmpty)
            #expect(try client.get("/metrics", headers: [("Accept", "application/json")]).status == 406)
            #expect(try client.get("/metrics?filter=x").status == 400)
        }
    }

    @Test(arguments: Transport.allCases) func wantsTheTokenAndTheRightSender(transport: Transport) throws {
        let token = try #require(AccessToken("0123456789abcdef0123456789abcdef"))
        var configuration = InspectorServerConfiguration()
        configuration.token = token
        try withInspector(transport, recorder: calls.recorder, configuration: configuration) { client in
            let bearer = ("Authorization", "Bearer \(token.text)")
            let allowed = try client.get("/metrics", headers: [bearer])
            #expect(allowed.status == 200)
            #expect(try client.get("/metrics").status == 401)
            #expect(try client.get("/metrics?token=\(token.text)").status == 401)
            #expect(try client.get("/metrics", headers: [bearer, ("Host", "evil.example")]).status == 421)
            #expect(try client.get("/metrics", headers: [bearer, ("Origin", "http://evil.example")]).status == 403)
            #expect(try client.get("/metrics", headers: [bearer, ("Sec-Fetch-Site", "cross-site")]).status == 403)
            #expect(try client.send("POST", "/metrics", headers: [bearer]).status == 405)
        }
    }

    // MARK: The values

    @Test(arguments: Transport.allCases) func countsWhatTheStatusCounts(transport: Transport) throws {
        makeCalls()
        calls.recorder.clear()
        calls.read(3)
        calls.recorder.pause()
        calls.read(2)
        try withCalls(transport) { client in
            let metrics = try Exposition(client.get("/metrics").text)
            let status = try client.get("/api/v1/status").json()
            let counters = try #require(status["counters"])
            for (name, member) in [
                ("recorder_calls_total", "calls"), ("recorder_recorded_calls_total", "recorded"),
                ("recorder_stored_calls", "stored"), ("recorder_evicted_calls_total", "evicted"),
                ("recorder_cleared_calls_total", "cleared"), ("recorder_dropped_calls_total", "dropped"),
                ("recorder_suppressed_calls_total", "suppressed"), ("recorder_unaccounted_calls", "unaccounted"),
                ("recorder_memory_bytes", "bytes"),
            ] {
                let counted = try #require(counters[member]?.number, "\(member)")
                #expect(metrics[name] == Double(counted), "\(name)")
            }
            #expect(metrics["recorder_calls_total"] == 13 && metrics["recorder_cleared_calls_total"] == 8)
            #expect(metrics["recorder_suppressed_calls_total"] == 2 && metrics["recorder_recording"] == 0)
            #expect(metrics["recorder_position"] == status["position"]?.number.map(Double.init))
            #expect(metrics["rules"] == 0 && metrics["held_calls"] == 0 && metrics["sink_attached"] == 0)
            #expect(metrics["sink_written_calls_total"] == nil, "there is no sink")
            #expect(metrics["build_info{version=\"\(InspectorServerVersion.text)\"}"] == 1)
            #expect(metrics["proxies{state=\"standalone\"}"] == 1)
        }
    }

    @Test(arguments: Transport.allCases) func countsBySelector(transport: Transport) throws {
        makeCalls()
        try withCalls(transport) { client in
            let metrics = try Exposition(client.get("/metrics").text)
            func value(_ name: String, _ selector: String) -> Double? {
                metrics["\(name){protocol=\"MeterDelegate\",selector=\"\(selector)\"}"]
            }
            #expect(value("calls_total", "meter(_:didRead:)") == 6)
            #expect(value("unanswered_total", "meter(_:didRead:)") == 1)
            #expect(value("errors_total", "meter(_:shouldRepeat:)") == 1)
            #expect(value("skipped_total", "meter(_:shouldRepeat:)") == 0)
            #expect(value("call_duration_seconds_count", "meter(_:didRead:)") == 6)
            #expect(metrics.values.keys.contains { $0.contains("other") } == false)
            let rows = try client.get("/api/v1/selectors").json()
            let nanoseconds = rows["items"]?.elements?.reduce(0) { $0 + ($1["totalNanoseconds"]?.number ?? 0) }
            let sums = metrics.values.filter { $0.key.hasPrefix("call_duration_seconds_sum") }.values.reduce(0, +)
            #expect(abs(sums * 1_000_000_000 - Double(try #require(nanoseconds))) < 1)
        }
    }

    @Test func neverCountsBack() throws {
        makeCalls()
        try withCalls(.direct) { client in
            var before = try Exposition(client.get("/metrics").text)
            let changes: [(Recorder) -> Void] = [
                { $0.clear() }, { $0.pause() }, { $0.resume() }, { _ in makeCalls() }, { $0.clear() },
            ]
            for change in changes {
                change(calls.recorder)
                let after = try Exposition(client.get("/metrics").text)
                for (name, value) in before.counters {
                    #expect(try #require(after.values[name], "\(name) has gone") >= value, "\(name)")
                }
                before = after
            }
            #expect(before["calls_total{protocol=\"MeterDelegate\",selector=\"meter(_:didRead:)\"}"] == 12)
        }
    }

    @Test func countsWhatRulesDid() throws {
        let downloads = RuledDownloads()
        try withInspector(.direct, recorder: downloads.recorder, configuration: .withRules) { client in
            defer { downloads.recorder.rules.removeAll() }
            let rules = downloads.recorder.rules
            let hold = try rules.add(Rule(.hold(), when: try InvocationFilter("selector:*didReceive*")))
            let pending = downloads.begin { $0.downloader("file", didReceive: 7) }
            #expect(downloads.waitUntilHeld())
            #expect(try Exposition(client.get("/metrics").text)["held_calls"] == 1)
            try rules.release(1, .goOn)
            #expect(pending.value() != nil)
            try rules.remove(hold.number)
            let limited = Rule(.answer("true"), when: try InvocationFilter("selector:*shouldRetry*"))
            try rules.add(limited)
            _ = downloads.proxy.downloader("file", shouldRetryAfter: 1)
            rules.removeAll()
            let metrics = try Exposition(client.get("/metrics").text)
            #expect(metrics["rules"] == 0 && metrics["rules_allowed"] == 1)
            #expect(metrics["held_calls"] == 0 && metrics["holds_total"] == 1)
            for action in ["hold", "answer"] {
                #expect(metrics["rule_matches_total{action=\"\(action)\"}"] == 1)
                #expect(metrics["rule_actions_total{action=\"\(action)\"}"] == 1, "though the rule was removed")
            }
            #expect(metrics["rule_failures_total{action=\"hold\"}"] == 0)
            #expect(metrics["rule_actions_total{action=\"throw\"}"] == 0)
        }
    }

    // MARK: The bound

    @Test func tenThousandSelectorsMakeNoMoreThanTheDocumentedSeries() throws {
        let many = ManySelectors(10_000)
        many.call(0..<150)
        let limit = InspectorServerConfiguration().metricSelectorCountLimit
        try withInspector(.direct, recorder: many.recorder) { client in
            let early = try Exposition(client.get("/metrics").text)
            many.call(0..<10_000)
            let late = try Exposition(client.get("/metrics").text)
            // The values of a sink and of a receiver of spans, and one that is not known from the start.
            let absent = 4 + 5 + (late["recorder_call_overhead_seconds"] == nil ? 1 : 0)
            #expect(limit == 200 && late.values.count + absent == 7_117, "docs/metrics.md has this number")
            #expect(Set(early.values.keys).isSubset(of: late.values.keys), "a series never goes")
            let calls = late.values.filter { $0.key.hasPrefix("calls_total") }
            #expect(calls.count == limit + 1)
            #expect(calls.values.reduce(0, +) == 10_150)
            #expect(calls[#"calls_total{protocol="Many",selector="call0()"}"#] == 2)
            #expect(
                calls[#"calls_total{protocol="Many",selector="call199()"}"#] == 1,
                "those come first that were called first"
            )
            #expect(calls[#"calls_total{protocol="",selector="other"}"#] == 9_800)
            #expect(late[#"call_duration_seconds_count{protocol="",selector="other"}"#] == 9_800)
            #expect(late["recorder_selectors"] == 10_000 && late["recorder_selector_series_limit"] == 200)
        }
    }

    @Test(arguments: [0, 1, 3]) func theBoundCanBeSet(limit: Int) throws {
        let many = ManySelectors(3)
        many.call(0..<3)
        var configuration = InspectorServerConfiguration()
        configuration.metricSelectorCountLimit = limit
        try configuration.validate()
        try withInspector(.direct, recorder: many.recorder, configuration: configuration) { client in
            let metrics = try Exposition(client.get("/metrics").text)
            let calls = metrics.values.filter { $0.key.hasPrefix("calls_total") }
            #expect(calls.count == min(limit + 1, 3) && calls.values.reduce(0, +) == 3)
        }
        configuration.metricSelectorCountLimit = 10_001
        #expect(throws: InspectorServerError.self) { try configuration.validate() }
    }

    // MARK: The document

    @Test func theGuideListsEveryFamilyAndNoOther() throws {
        try withCalls(.direct) { client in
            let text = try client.get("/metrics").text
            let types = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map { line in
                line.split(separator: " ").suffix(2).map(String.init)
            }
            let rows = try Guide.lines("metrics.md").filter { $0.hasPrefix("| `delegate_inspector_") }.map { line in
                line.split(separator: "|").prefix(2).map { $0.filter { $0 != " " && $0 != "`" } }
            }
            #expect(rows.sorted { $0[0] < $1[0] } == types.sorted { $0[0] < $1[0] })
            #expect(text.split(separator: "\n").filter { $0.hasPrefix("# HELP ") }.count == types.count)
            #expect(
                !text.split(separator: "\n").contains { $0.hasPrefix("# HELP ") && $0.contains { "\\\"".contains($0) } }
            )
        }
    }
}

/// A text of metrics as values by series, without the prefix of the names.
private struct Exposition {
    private(set) var values: [String: Double] = [:]
    private var counterNames: Set<String> = []

    init(_ text: String) throws {
        let prefix = MetricFamily.prefix
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# TYPE ") {
                let words = line.split(separator: " ")
                if words[3] == "counter" { counterNames.insert(String(words[2].dropFirst(prefix.count))) }
            }
            guard !line.hasPrefix("#"), let space = line.lastIndex(of: " ") else { continue }
            let series = String(line[..<space].dropFirst(line.hasPrefix(prefix) ? prefix.count : 0))
            let value = try #require(Double(line[line.index(after: space)...]), "\(line)")
            #expect(values.updateValue(value, forKey: series) == nil, "\(series) is there twice")
        }
    }

    subscript(series: String) -> Double? { values[series] }

    /// The series of counters, and those of histograms, which count too.
    var counters: [String: Double] {
        values.filter { series, _ in
            let name = String(series.prefix { $0 != "{" })
            return counterNames.contains(name) || name.hasPrefix("call_duration_seconds")
        }
    }
}

/// A proxy with as many selectors as a test wants.
private final class ManySelectors {
    private final class Proxy: ProtocolProxy<AnyObject>, @unchecked Sendable {
        // Sendable: the superclass is, and this class adds no state.
        func call(_ selector: MethodSelector<Proxy, Void, Void>) { forward(selector, ()) { _ in } }
    }

    let recorder: Recorder
    private let proxy: Proxy
    private let selectors: [MethodSelector<Proxy, Void, Void>]

    init(_ count: Int) {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        recorder = Recorder(configuration)
        proxy = Proxy(recorder: recorder, ownerName: "Many")
        selectors = (0..<count).map { MethodSelector("call\($0)()", of: "Many", parameters: []) }
    }

    func call(_ numbers: Range<Int>) {
        for number in numbers { proxy.call(selectors[number]) }
        recorder.flush()
    }
}
