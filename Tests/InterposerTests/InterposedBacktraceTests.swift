// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore
import Testing

// Not private: an optimized build would call the only conforming types directly.
protocol NightListener: AnyObject {
    func heard(_ sound: String) async -> Int
    func passOn(_ sound: String, to other: any DayListener) -> Int
}

protocol DayListener: AnyObject {
    func told(_ sound: String) -> Int
}

final class NightGuard: NightListener {
    func heard(_ sound: String) async -> Int { sound.count }

    @inline(never) @_optimize(none)
    func passOn(_ sound: String, to other: any DayListener) -> Int { other.told(sound) &+ 1 }
}

final class DayGuard: DayListener {
    func told(_ sound: String) -> Int { sound.count }
}

// Functions that call a delegate. The optimiser would merge them.

@inline(never) @_optimize(none)
private func outerAwaiter(_ delegate: any NightListener) async -> Int { await innerAwaiter(delegate) &+ 1 }

@inline(never) @_optimize(none)
private func innerAwaiter(_ delegate: any NightListener) async -> Int { await delegate.heard("where") &+ 1 }

@inline(never) @_optimize(none)
private func nightCaller(_ delegate: any NightListener, _ other: any DayListener) -> Int {
    delegate.passOn("on", to: other) &+ 1
}

extension InterpositionTests {
    @Suite struct InterposedBacktraceTests {
        private let recorder: Recorder
        private let interposer: Interposer

        init() {
            var configuration = RecorderConfiguration()
            configuration.backtraces = BacktraceCapture()
            recorder = Recorder(configuration)
            let selection = Interposer.Selection(protocols: ["NightListener", "DayListener"])
            interposer = Interposer.install(selection, recorder: recorder)
        }

        private func backtraces() -> [String: [String]] {
            interposer.remove()
            recorder.flush()
            let calls = recorder.invocations().items.map { recorder.symbolicated($0) }
            return Dictionary(calls.map { ($0.selector.name, $0.backtrace.map { $0.function ?? "?" }) }) { first, _ in
                first
            }
        }

        @Test func thatOfAnAsyncCallHasTheFunctionsThatAwaitIt() async throws {
            _ = await outerAwaiter(NightGuard())
            let frames = try #require(backtraces()["heard(_:)"])
            try #require(frames.count > 2)
            #expect(frames[0].contains("innerAwaiter") && frames[1].contains("outerAwaiter"), "\(frames)")
        }

        @Test func thatOfANestedCallHasTheProgramsFunctionsAlone() throws {
            _ = nightCaller(NightGuard(), DayGuard())
            let frames = try #require(backtraces()["told(_:)"])
            let calling = try #require(frames.firstIndex { $0.contains("nightCaller") })
            #expect(frames[..<calling].allSatisfy { $0.contains("passOn") }, "\(frames)")
        }
    }
}
