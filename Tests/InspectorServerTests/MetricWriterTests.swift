// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct MetricWriterTests {
    private func text(_ families: MetricFamily..., as format: MetricFormat) -> String {
        String(decoding: MetricWriter.text(families, as: format), as: UTF8.self)
    }

    private let calls = MetricFamily(
        "calls",
        .counter,
        "Calls.",
        [MetricSample(.count(.max), [MetricLabel("protocol", "P"), MetricLabel("selector", "f(_:)")])]
    )
    private let memory = MetricFamily.gauge("memory_bytes", unit: .bytes, 1.5, "Memory.")

    @Test func writesTheTextFormat() {
        let expected = """
            # HELP delegate_inspector_calls_total Calls.
            # TYPE delegate_inspector_calls_total counter
            delegate_inspector_calls_total{protocol="P",selector="f(_:)"} 18446744073709551615
            # HELP delegate_inspector_memory_bytes Memory.
            # TYPE delegate_inspector_memory_bytes gauge
            delegate_inspector_memory_bytes 1.5

            """
        #expect(text(calls, memory, as: .prometheus) == expected)
    }

    /// There, a counter's family has no `_total`, units are named, and the text has an end.
    @Test func writesOpenMetrics() {
        let expected = """
            # HELP delegate_inspector_calls Calls.
            # TYPE delegate_inspector_calls counter
            delegate_inspector_calls_total{protocol="P",selector="f(_:)"} 18446744073709551615
            # HELP delegate_inspector_memory_bytes Memory.
            # TYPE delegate_inspector_memory_bytes gauge
            # UNIT delegate_inspector_memory_bytes bytes
            delegate_inspector_memory_bytes 1.5
            # EOF

            """
        #expect(text(calls, memory, as: .openMetrics) == expected)
    }

    @Test func writesAFamilyWithoutValues() {
        let family = MetricFamily.gauge("overhead", nil as Double?, "Unknown.")
        #expect(
            text(family, as: .prometheus)
                == "# HELP delegate_inspector_overhead Unknown.\n# TYPE delegate_inspector_overhead gauge\n"
        )
    }

    @Test(arguments: MetricFormat.allCases) func writesHistogramsCumulatively(format: MetricFormat) {
        var durations = LatencyHistogram()
        for nanoseconds: UInt64 in [0, 100, 1_000_000, 1_000_000, 60_000_000_000] { durations.add(nanoseconds) }
        let family = MetricFamily(
            "call_duration_seconds",
            .histogram,
            unit: .seconds,
            "Durations.",
            [MetricSample(.durations(durations), [MetricLabel("selector", "f()")])]
        )
        let lines = text(family, as: format).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let name = "delegate_inspector_call_duration_seconds"
        #expect(lines.first == "\(name)_bucket{selector=\"f()\",le=\"1.1920928955078125e-07\"} 2")
        #expect(lines.contains { $0 == "\(name)_bucket{selector=\"f()\",le=\"0.0009765625\"} 2" })
        #expect(lines.contains { $0 == "\(name)_bucket{selector=\"f()\",le=\"0.001953125\"} 4" })
        #expect(lines.contains { $0 == "\(name)_bucket{selector=\"f()\",le=\"1.0\"} 4" })
        #expect(
            lines.suffix(3) == [
                "\(name)_bucket{selector=\"f()\",le=\"+Inf\"} 5", "\(name)_sum{selector=\"f()\"} 60.0020001",
                "\(name)_count{selector=\"f()\"} 5",
            ]
        )
        #expect(lines.count == DurationBounds.seconds.count + 3)
    }

    @Test(arguments: [
        (#"a"b"#, #"a\"b"#), (#"a\"#, #"a\\"#), ("a\nb", #"a\nb"#), ("a\r\nb", "a\r" + #"\nb"#),
        ("ä€🙂\u{301}", "ä€🙂\u{301}"),
        ("} 1\nfake_total 7", #"} 1\nfake_total 7"#), ("", ""),
    ])
    func escapesHostileLabels(value: String, escaped: String) {
        #expect(MetricWriter.escaped(label: value) == escaped)
        let family = MetricFamily(
            "calls",
            .counter,
            "Calls.",
            [MetricSample(.count(1), [MetricLabel("selector", value)])]
        )
        for format in MetricFormat.allCases {
            let lines = text(family, as: format).utf8.split(separator: UInt8(ascii: "\n"))
            #expect(lines.filter { !$0.starts(with: "#".utf8) }.count == 1, "a line break ends no line")
        }
    }

    @Test func writesNumbersThatAreNotFinite() {
        #expect(MetricWriter.text(.infinity) == "+Inf")
        #expect(MetricWriter.text(-.infinity) == "-Inf")
        #expect(MetricWriter.text(.nan) == "NaN")
    }
}
