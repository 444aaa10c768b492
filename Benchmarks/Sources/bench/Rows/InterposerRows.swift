// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import Interposer
import ProxyCore

/// The cost of recording without a proxy.
enum InterposerRows {
    private enum Name {
        static let direct = "protocol call, not interposed"
        static let proxied = "recorded call through a proxy"
        static let weak = "recorded call through a proxy, weak target"
        static let interposed = "recorded call, interposed"
        static let generic = "recorded call, interposed, of a generic type"
        static let paused = "interposed call while recording is off"
        static let off = "interposed call after remove()"
    }

    static func rows(_ meter: Meter) -> [Row] {
        let bench = InterposerBench()
        let figures = meter.measure(bench.subjects)
        func figure(_ name: String) -> Double { figures[name] ?? .nan }
        return [
            .ratio(Name.interposed, figure(Name.interposed), to: figure(Name.proxied), atMost: 1),
            .excess(Name.off, figure(Name.off), over: figure(Name.direct), atMost: 4),
            .excess(Name.paused, figure(Name.paused), over: figure(Name.direct), atMost: 4),
            .comparison(Name.generic, figure(Name.generic), to: figure(Name.interposed)),
            .comparison(Name.proxied, figure(Name.proxied)),
            .comparison(Name.weak, figure(Name.weak), to: figure(Name.interposed)),
            .comparison(Name.direct, figure(Name.direct)),
        ] + bench.allocationRows() + parserRows()
    }

    private static func recorder(isRecording: Bool = true, waits: Bool = false) -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.isRecording = isRecording
        if waits { configuration.overflowPolicy = .wait }
        return Recorder(configuration)
    }

    /// A target whose conforming type the check of a call does not know in advance.
    private final class GenericTarget<Key>: PressDelegate {
        private(set) var sum = 0
        func key(_ code: Int, named name: String) { sum &+= code }
        func paste(_ text: String, from keyboard: Keyboard) { sum &+= 1 }
    }

    /// Keeps all called objects alive.
    private final class InterposerBench {
        let target = PressTarget()
        let recorder = InterposerRows.recorder()
        let direct: Keyboard
        let proxied: Keyboard
        let weakly: Keyboard
        let interposed: Keyboard
        let generic: Keyboard
        let paused: Keyboard
        let off: Keyboard

        init() {
            direct = Keyboard(target)
            let proxy = PressDelegateProxy(recorder: recorder)
            proxy.setForwardDelegate(target, retain: true)
            proxied = Keyboard(proxy)
            let weakProxy = PressDelegateProxy(recorder: recorder)
            weakProxy.setForwardDelegate(target, retain: false)
            weakly = Keyboard(weakProxy)
            // Each of these has a table of its own, so the others are as they were.
            var delegates: [any PressDelegate] = [target, target, target, GenericTarget<Int>()]
            Interposer.inspect(&delegates[0], recorder: recorder)
            Interposer.inspect(&delegates[1], recorder: InterposerRows.recorder(isRecording: false))
            Interposer.inspect(&delegates[2], recorder: recorder).remove()
            Interposer.inspect(&delegates[3], recorder: recorder)
            interposed = Keyboard(delegates[0])
            paused = Keyboard(delegates[1])
            off = Keyboard(delegates[2])
            generic = Keyboard(delegates[3])
        }

        var subjects: [Subject] {
            [
                Subject(name: Name.direct) { [direct] in direct.press($0) },
                Subject(name: Name.proxied, prepare: recorder.flush) { [proxied] in proxied.press($0) },
                Subject(name: Name.weak, prepare: recorder.flush) { [weakly] in weakly.press($0) },
                Subject(name: Name.interposed, prepare: recorder.flush) { [interposed] in interposed.press($0) },
                Subject(name: Name.generic, prepare: recorder.flush) { [generic] in generic.press($0) },
                Subject(name: Name.paused) { [paused] in paused.press($0) },
                Subject(name: Name.off) { [off] in off.press($0) },
            ]
        }

        /// Allocations per thousand calls.
        func allocationRows() -> [Row] {
            guard let allocations = Allocations() else { return [] }
            recorder.flush()
            interposed.press(1)
            let count = allocations.during { interposed.press(1_000) }
            return [.bound("allocations in 1 000 x \(Name.interposed)", Double(count), atMost: 0, unit: "")]
        }
    }

    private static func parserRows(rounds: Int = 21) -> [Row] {
        guard let data = ParserRow.document else { return [] }
        let recorder = recorder(waits: true)
        let interposer = Interposer.install("FoundationXML.XMLParserDelegate", recorder: recorder)
        interposer.remove()
        defer { interposer.remove() }
        var (plain, recorded): ([Double], [Double]) = ([], [])
        for round in -2..<rounds {
            let first = ParserRow.seconds { ParserRow.parse(data) }
            recorder.clear()
            interposer.resume()
            let second = ParserRow.seconds { ParserRow.parse(data) }
            interposer.remove()
            recorder.flush()
            if round >= 0 {
                plain.append(first * 1e3)
                recorded.append(second * 1e3)
            }
        }
        return [
            .ratio(
                "parse of \(data.count / 1_000) kB, \(recorder.status.stored) calls interposed",
                Meter.median(recorded),
                to: Meter.median(plain),
                atMost: 1.35,
                unit: "ms"
            )
        ]
    }
}
