// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CCounter
import Glibc
import InMemoryTracing
import ProxyCore
import Reactive
import Tracing

/// The cost of a call on its own thread, with comparisons.
enum CallRows {
    /// Names of the subjects, used in the names of rows.
    private enum Name {
        static let direct = "direct protocol call"
        static let weak = "call through a weak property"
        static let clocks = "two clock_gettime"
        static let counters = "two readings of the counter"
        static let retained = "recorded call, retained target"
        static let pasted = "recorded call, object and heap string"
        static let weakTarget = "recorded call, weak target"
        static let off = "call while recording is off"
        static let leftOut = "call that the rules leave out"
        static let selected = "recorded call that the rules select"
        static let ruled = "recorded call beside 100 rules for other selectors"
        static let traced = "recorded call with a backtrace of 8 frames"
        static let untraced = "the same from equally deep, without one"
        static let observed = "call seen by one observer, off"
        static let onNext = "PublishSubject.onNext, 1 observer"
        static let span = "in-memory tracing span, 2 attributes"
    }

    static func rows(_ meter: Meter) -> [Row] {
        let bench = CallBench()
        let figures = meter.measure(bench.subjects)
        func figure(_ name: String) -> Double { figures[name] ?? .nan }
        let clocks = figure(Name.clocks)
        return [
            .ratio(Name.retained, figure(Name.retained), to: clocks, atMost: 1),
            .ratio(Name.weakTarget, figure(Name.weakTarget), to: clocks + figure(Name.weak), atMost: 1),
            .excess(Name.off, figure(Name.off), over: figure(Name.direct), atMost: 8),
            .excess(Name.leftOut, figure(Name.leftOut), over: figure(Name.direct), atMost: 16),
            .excess(Name.ruled, figure(Name.ruled), over: figure(Name.retained), atMost: 5),
            .excess(Name.traced, figure(Name.traced), over: figure(Name.untraced), atMost: 300),
            .bound(Name.observed, figure(Name.observed), atMost: 80),
            .bound(Name.onNext, figure(Name.onNext), atMost: 35),
            .comparison(Name.selected, figure(Name.selected), to: figure(Name.retained)),
            .comparison(Name.pasted, figure(Name.pasted), to: clocks),
            .comparison(Name.clocks, clocks),
            .comparison(Name.counters, figure(Name.counters)),
            .comparison(Name.weak, figure(Name.weak)),
            .comparison(Name.direct, figure(Name.direct)),
            .comparison(Name.span, figure(Name.span), to: figure(Name.retained)),
        ] + bench.allocationRows()
    }

    /// Keeps all called objects alive.
    private final class CallBench {
        let recorder = Recorder()
        let offRecorder = Recorder(
            {
                var configuration = RecorderConfiguration()
                configuration.isRecording = false
                return configuration
            }()
        )
        let selectiveRecorder = Recorder(
            {
                var configuration = RecorderConfiguration()
                configuration.captureRules = CaptureRules(include: ["PressDelegate"], exclude: ["*other*"])
                return configuration
            }()
        )
        let deafRecorder = Recorder(
            {
                var configuration = RecorderConfiguration()
                configuration.captureRules.exclude = ["PressDelegate"]
                return configuration
            }()
        )
        let tracingRecorder = Recorder(
            {
                var configuration = RecorderConfiguration()
                configuration.backtraces = BacktraceCapture(frames: 8)
                return configuration
            }()
        )
        let ruledRecorder = Recorder()
        let target = PressTarget()
        /// Only its proxy refers to it weakly, unlike `target`, which `direct` refers to weakly as well.
        let weakTarget = PressTarget()
        let direct: Keyboard
        let retained: Keyboard
        let weakly: Keyboard
        let off: Keyboard
        let leftOut: Keyboard
        let selected: Keyboard
        let ruled: Keyboard
        let traced: Keyboard
        let observed: Keyboard
        let subject = PublishSubject<Int>()
        let tracer = InMemoryTracer()
        var subscriptions: [any Disposable] = []
        var seen = 0

        init() {
            func keyboard(_ recorder: Recorder, retain: Bool, _ target: PressTarget) -> (Keyboard, PressDelegateProxy) {
                let proxy = PressDelegateProxy(recorder: recorder)
                proxy.setForwardDelegate(target, retain: retain)
                return (Keyboard(proxy), proxy)
            }
            direct = Keyboard(target)
            retained = keyboard(recorder, retain: true, target).0
            weakly = keyboard(recorder, retain: false, weakTarget).0
            off = keyboard(offRecorder, retain: true, target).0
            leftOut = keyboard(deafRecorder, retain: true, target).0
            selected = keyboard(selectiveRecorder, retain: true, target).0
            ruled = keyboard(ruledRecorder, retain: true, target).0
            // One of them for another requirement of the proxy.
            for name in ["paste*"] + (1..<100).map({ "other\($0)" }) {
                // The filters are valid, and any call can be marked.
                _ = try! ruledRecorder.rules.add(Rule(.mark, when: try! InvocationFilter("selector:\(name)")))
            }
            traced = keyboard(tracingRecorder, retain: true, target).0
            let (observedKeyboard, proxy) = keyboard(offRecorder, retain: true, target)
            observed = observedKeyboard
            let seen = UnsafeMutablePointer<Int>.allocate(capacity: 1)
            seen.initialize(to: 0)
            subscriptions.append(
                proxy.methodInvoked(PressDelegateProxy.Selectors.key)
                    .subscribe(onNext: { code, _ in seen.pointee &+= code })
            )
            subscriptions.append(subject.subscribe(onNext: { seen.pointee &+= $0 }))
        }

        var subjects: [Subject] {
            [
                Subject(name: Name.direct) { [direct] in direct.press($0) },
                Subject(name: Name.weak) { [direct] in direct.pressWeakly($0) },
                Subject(name: Name.clocks) { Self.readClocks($0) },
                Subject(name: Name.counters) { Self.readCounters($0) },
                Subject(name: Name.retained, prepare: recorder.flush) { [retained] in retained.press($0) },
                Subject(name: Name.pasted, prepare: recorder.flush) { [retained] in retained.paste(Self.text, $0) },
                Subject(name: Name.weakTarget, prepare: recorder.flush) { [weakly] in weakly.press($0) },
                Subject(name: Name.traced, prepare: tracingRecorder.flush) { [traced] in
                    Self.press(traced, $0, depth: 24)
                },
                Subject(name: Name.untraced, prepare: recorder.flush) { [retained] in
                    Self.press(retained, $0, depth: 24)
                },
                Subject(name: Name.off) { [off] in off.press($0) },
                Subject(name: Name.leftOut) { [leftOut] in leftOut.press($0) },
                Subject(name: Name.selected, prepare: selectiveRecorder.flush) { [selected] in selected.press($0) },
                Subject(name: Name.ruled, prepare: ruledRecorder.flush) { [ruled] in ruled.press($0) },
                Subject(name: Name.observed) { [observed] in observed.press($0) },
                Subject(name: Name.onNext) { [subject] in for code in 0..<$0 { subject.onNext(code) } },
                Subject(name: Name.span, weight: 40, prepare: { [tracer] in tracer.clearAll() }) { [tracer] in
                    Self.span(tracer, $0)
                },
            ]
        }

        /// Makes the calls from this many more frames, so that a backtrace finds all it wants.
        @inline(never)
        static func press(_ keyboard: Keyboard, _ count: Int, depth: Int) {
            if depth == 0 { keyboard.press(count) } else { press(keyboard, count, depth: depth - 1) }
            keep(depth)
        }

        /// Forty bytes, on the heap.
        static let text = String(repeating: "text ", count: 8)

        /// Allocations per thousand calls.
        func allocationRows() -> [Row] {
            guard let allocations = Allocations() else { return [] }
            let ways: [(String, Keyboard)] = [(Name.retained, retained), (Name.weakTarget, weakly), (Name.off, off)]
            return ways.map { name, keyboard in
                recorder.flush()
                keyboard.press(1)
                let count = allocations.during { keyboard.press(1_000) }
                return Row.bound("allocations in 1 000 x \(name)", Double(count), atMost: 0, unit: "")
            }
        }

        @inline(never)
        static func readClocks(_ count: Int) {
            var now = timespec()
            var sum = 0
            for _ in 0..<count {
                clock_gettime(CLOCK_MONOTONIC, &now)
                sum &+= now.tv_nsec
                clock_gettime(CLOCK_MONOTONIC, &now)
                sum &+= now.tv_nsec
            }
            keep(sum)
        }

        @inline(never)
        static func readCounters(_ count: Int) {
            var sum: UInt64 = 0
            for _ in 0..<count {
                sum &+= ccounter_read()
                sum &+= ccounter_read()
            }
            keep(sum)
        }

        @inline(never)
        static func span(_ tracer: InMemoryTracer, _ count: Int) {
            for code in 0..<count {
                let span = tracer.startSpan("key(_:named:)")
                span.attributes["code"] = code
                span.attributes["name"] = "escape"
                span.end()
            }
        }
    }
}
