// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Calls recorded by a separate recorder.
final class Traffic: @unchecked Sendable {
    // Sendable: each test makes calls from one thread at a time.
    struct Refusal: Error {}

    final class Proxy: ProtocolProxy<AnyObject>, @unchecked Sendable {
        // Sendable: the superclass is, and this class adds no state.
        func call(_ selector: MethodSelector<Proxy, Void, Void>) { forward(selector, ()) { _ in } }
        func fail(_ selector: MethodSelector<Proxy, Void, Void>) throws {
            try forward(selector, ()) { _ in throw Refusal() }
        }
    }

    private final class Target {}

    let recorder: ProxyCore.Recorder
    private let proxy: Proxy
    private let target = Target()
    private let selectors: [MethodSelector<Proxy, Void, Void>]

    init(selectors count: Int = 1) {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        recorder = Recorder(configuration)
        proxy = Proxy(recorder: recorder, ownerName: "Traffic")
        proxy.setForwardDelegate(target, retain: true)
        selectors = (0..<count).map { MethodSelector("call\($0)()", of: "Traffic", parameters: [], traits: .throwing) }
    }

    func call(_ number: Int = 0, times: Int = 1) {
        for _ in 0..<times { proxy.call(selectors[number]) }
    }

    func fail(_ number: Int = 0) { try? proxy.fail(selectors[number]) }

    static func labels(_ number: Int) -> [(String, String)] {
        [("protocol", "Traffic"), ("selector", "call\(number)()")]
    }
    static let otherLabels = [("protocol", ""), ("selector", "other")]
}
