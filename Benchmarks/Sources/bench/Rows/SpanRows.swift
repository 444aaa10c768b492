// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Instrumentation
import OTLPExport
import ProxyCore
import Tracing
import TracingBridge

/// The cost of trace contexts, and of sending calls as spans.
enum SpanRows {
    private enum Name {
        static let plain = "recorded call in a span, without its context"
        static let traced = "recorded call in a span, with its context"
        static let outside = "recorded call outside of spans, looking for one"
    }

    static func rows(_ meter: Meter) -> [Row] {
        InstrumentationSystem.bootstrap(HeaderInstrument())
        let plain = Recorder()
        let traced = Recorder()
        traced.recordTraceContext()
        let target = PressTarget()
        func keyboard(_ recorder: Recorder) -> Keyboard {
            let proxy = PressDelegateProxy(recorder: recorder)
            proxy.setForwardDelegate(target, retain: true)
            return Keyboard(proxy)
        }
        let (plainKeyboard, tracedKeyboard) = (keyboard(plain), keyboard(traced))
        let context = ServiceContext.inSpan
        let figures = meter.measure([
            Subject(name: Name.plain, prepare: plain.flush) { count in
                ServiceContext.withValue(context) { plainKeyboard.press(count) }
            },
            Subject(name: Name.traced, prepare: traced.flush) { count in
                ServiceContext.withValue(context) { tracedKeyboard.press(count) }
            },
            Subject(name: Name.outside, prepare: traced.flush) { count in tracedKeyboard.press(count) },
        ])
        func figure(_ name: String) -> Double { figures[name] ?? .nan }
        return [
            .excess(Name.traced, figure(Name.traced), over: figure(Name.plain), atMost: 15),
            .comparison(Name.outside, figure(Name.outside), to: figure(Name.plain)),
            .comparison(Name.plain, figure(Name.plain)),
        ] + [sending(of: traced, keyboard: tracedKeyboard, context)]
    }

    /// Nanoseconds per span that is encoded, compressed, sent and answered; 5 000 are 200 000 spans per second.
    private static func sending(of recorder: Recorder, keyboard: Keyboard, _ context: ServiceContext) -> Row {
        recorder.clear()
        let count = 200_000
        ServiceContext.withValue(context) {
            for _ in 0..<(count / 1_000) {
                keyboard.press(1_000)
                recorder.flush()
            }
        }
        let receiver = SpanReceiver()
        guard let configuration = try? OTLPConfiguration(endpoint: "http://127.0.0.1:\(receiver.port)") else {
            return .bound("span sent", .nan, atMost: 5_000)
        }
        let start = Clock.processNanoseconds
        let status = try? configuration.send(recorder)
        let elapsed = Double(Clock.processNanoseconds - start)
        return .bound("processor time of a span sent", elapsed / Double(status?.sent ?? 0), atMost: 5_000)
    }
}

/// Instrumentation that sends one header.
private struct HeaderInstrument: Instrument {
    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout ServiceContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {}

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        if let header = context[HeaderKey.self] { injector.inject(header, forKey: "traceparent", into: &carrier) }
    }
}

private enum HeaderKey: ServiceContextKey { typealias Value = String }

extension ServiceContext {
    fileprivate static var inSpan: ServiceContext {
        var context = ServiceContext.topLevel
        context[HeaderKey.self] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        return context
    }
}
