// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallExport
import Glibc
import ProxyCore
import Testing

@testable import FilterTestSupport
@testable import InspectorServer

/// Exports to the format `otlp`.
@Suite struct SpanExportTests {
    private let recorder = Recorder()
    private let proxy: TrafficProxy
    private let target = TrafficTarget()

    init() {
        proxy = TrafficProxy(recorder: recorder, ownerName: "Owner")
        proxy.setForwardDelegate(target, retain: true)
    }

    private func resources(_ filter: String) throws -> [JSONValue] {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: .otlp, matching: try InvocationFilter(filter)).write { bytes += $0 }
        return try bytes.split(separator: UInt8(ascii: "\n")).flatMap { line in
            try JSONValue(parsing: Array(line))["resourceSpans"]?.elements ?? []
        }
    }

    private func spans(_ filter: String) throws -> [JSONValue] {
        try resources(filter).flatMap { $0["scopeSpans"]?[0]?["spans"]?.elements ?? [] }
    }

    @Test func theResourceOfARunningProgramTellsItsProcess() throws {
        proxy.nothing()
        recorder.flush()
        let resource = try resources("").first?["resource"]
        let attributes = resource?["attributes"]?.elements ?? []
        func value(_ key: String) -> String? {
            attributes.first { $0["key"]?.text == key }?["value"]?["stringValue"]?.text
        }
        let process = attributes.first { $0["key"]?.text == "process.pid" }?["value"]?["intValue"]
        #expect(process?.text == "\(getpid())")
        #expect(value("process.executable.name") == value("service.name"))
        #expect(value("host.name")?.isEmpty == false)
    }

    /// Regression test: the inner span was the root of another trace.
    @Test func theParentOfASpanIsTheNearestCallThatPassesTheFilter() throws {
        var level = 0
        target.onText = { [proxy] in
            level += 1
            if level == 1 { proxy.text("left out", foundCount: 1) } else { proxy.nothing() }
        }
        proxy.text("outer", foundCount: 0)
        recorder.flush()
        let spans = try spans("-arg.count:1")
        #expect(spans.count == 2 && spans[0]["parentSpanId"] == nil)
        #expect(spans[1]["parentSpanId"]?.text == spans[0]["spanId"]?.text)
        #expect(spans[1]["traceId"]?.text == spans[0]["traceId"]?.text)
    }

    @Test func aCallInsideOfARunningOneHasNoParentThatIsNotThere() throws {
        var inside: [JSONValue] = []
        target.onText = { [proxy, recorder] in
            proxy.nothing()
            recorder.flush()
            inside = (try? spans("")) ?? []
        }
        proxy.text("outer", foundCount: 0)
        #expect(inside.count == 1 && inside.first?["parentSpanId"] == nil)
    }
}
