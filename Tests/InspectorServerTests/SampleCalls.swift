// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The protocol of the sample calls.
protocol MeterDelegate: AnyObject {
    func meter(_ name: String, didRead value: Int)
    func meter(_ name: String, shouldRepeat value: Int) throws -> Bool
    func meterDidSettle()
}

final class MeterProxy: ProtocolProxy<any MeterDelegate>, MeterDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    private enum Selectors {
        static let didRead = MethodSelector<MeterProxy, (String, Int), Void>(
            "meter(_:didRead:)",
            of: "MeterDelegate",
            parameters: ["name", "value"]
        )
        static let shouldRepeat = MethodSelector<MeterProxy, (String, Int), Bool>(
            "meter(_:shouldRepeat:)",
            of: "MeterDelegate",
            parameters: ["name", "value"],
            traits: .throwing
        )
        static let didSettle = MethodSelector<MeterProxy, Void, Void>(
            "meterDidSettle()",
            of: "MeterDelegate",
            parameters: []
        )
        static let all = [AnyMethodSelector(didRead), AnyMethodSelector(shouldRepeat), AnyMethodSelector(didSettle)]
    }

    override class var requirements: [AnyMethodSelector] { Selectors.all }

    func meter(_ name: String, didRead value: Int) {
        forward(Selectors.didRead, (name, value)) { $0.meter(name, didRead: value) }
    }

    func meter(_ name: String, shouldRepeat value: Int) throws -> Bool {
        try forward(Selectors.shouldRepeat, (name, value), default: false) { target in
            try target.meter(name, shouldRepeat: value)
        }
    }

    func meterDidSettle() { forward(Selectors.didSettle, ()) { $0.meterDidSettle() } }
}

/// Calls recorded by a separate recorder.
final class SampleCalls: @unchecked Sendable {
    // Sendable: each test makes calls from one thread at a time.
    struct Refusal: Error { let code: Int }

    private final class Target: MeterDelegate {
        var duringSettling: () -> Void = {}
        func meter(_ name: String, didRead value: Int) {}
        func meter(_ name: String, shouldRepeat value: Int) throws -> Bool {
            if value < 0 { throw Refusal(code: value) }
            return value.isMultiple(of: 2)
        }
        func meterDidSettle() { duringSettling() }
    }

    let recorder: Recorder
    private let target = Target()
    private let proxy: MeterProxy

    init(_ adjust: (inout RecorderConfiguration) -> Void = { _ in }) {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        adjust(&configuration)
        recorder = Recorder(configuration)
        proxy = MeterProxy(recorder: recorder, ownerName: "Meter")
        proxy.setForwardDelegate(target, retain: true)
    }

    /// Makes calls whose second argument counts up from `first`, and waits until they are stored.
    @inline(never)
    func read(_ count: Int, from first: Int = 1) {
        for value in first..<first + count { proxy.meter("m", didRead: value) }
        recorder.flush()
    }

    /// A call with a name of so many bytes.
    func readLong(_ count: Int = 100) {
        proxy.meter(String(repeating: "m", count: count), didRead: 0)
        recorder.flush()
    }

    func ask(_ value: Int) -> Bool? {
        defer { recorder.flush() }
        return try? proxy.meter("m", shouldRepeat: value)
    }

    /// A call that lasts as long as `body`.
    @inline(never)
    func settle(while body: @escaping () -> Void) {
        target.duringSettling = body
        proxy.meterDidSettle()
        target.duringSettling = {}
        recorder.flush()
    }

    /// An unanswered call.
    func readUnanswered() {
        proxy.setForwardDelegate(nil, retain: false)
        proxy.meter("nobody", didRead: 0)
        proxy.setForwardDelegate(target, retain: true)
        recorder.flush()
    }

    var epoch: String { recorder.epoch }
}
