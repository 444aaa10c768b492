// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import InspectorServer
import ProxyCore

/// The time of one answer of `/metrics`, over the loopback interface, with few and many selectors; the baseline is the
/// shortest answer of the server.
enum MetricsRows {
    private final class ManyProxy: ProtocolProxy<AnyObject>, @unchecked Sendable {
        // Sendable: the superclass is, and this class adds no state.
        func call(_ selector: MethodSelector<ManyProxy, Void, Void>) { forward(selector, ()) { _ in } }
    }

    static func rows(rounds: Int = 41) -> [Row] {
        [200, 10_000].compactMap { count in
            let recorder = Recorder()
            makeCalls(of: count, recorder)
            var configuration = InspectorServerConfiguration()
            configuration.port = 0
            configuration.isDiscoverable = false
            guard let server = try? InspectorServer(recorder: recorder, configuration: configuration).start() else {
                return nil
            }
            defer { server.stop() }
            var (metrics, health): ([Double], [Double]) = ([], [])
            for _ in 0..<rounds {
                metrics.append(milliseconds(server.url + "metrics"))
                health.append(milliseconds(server.url + "healthz"))
            }
            let name = "answer of /metrics, \(count) selectors"
            return .comparison(name, Meter.median(metrics), to: Meter.median(health), unit: "ms")
        }
    }

    private static func makeCalls(of count: Int, _ recorder: Recorder) {
        let proxy = ManyProxy(recorder: recorder, ownerName: "Many")
        for number in 0..<count {
            let selector = MethodSelector<ManyProxy, Void, Void>("call\(number)()", of: "Many", parameters: [])
            for _ in 0..<10 { proxy.call(selector) }
        }
        recorder.flush()
    }

    private static func milliseconds(_ url: String) -> Double {
        let start = Clock.nanoseconds
        let answer = URL(string: url).flatMap { try? Data(contentsOf: $0) }
        precondition(answer?.isEmpty == false)
        return Double(Clock.nanoseconds - start) / 1_000_000
    }
}
