// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore
import Testing

/// Is asked for something that takes time, and asks others meanwhile.
protocol Errand: AnyObject, Sendable {
    func run(_ number: Int, _ helper: any Helper) async -> Int
}

protocol Helper: AnyObject, Sendable {
    func help(_ number: Int) -> Int
}

private final class Runner: Errand {
    func run(_ number: Int, _ helper: any Helper) async -> Int {
        let first = helper.help(number)
        await Task.yield()
        return first + helper.help(number)
    }
}

/// With one conforming type alone, an optimiser would call it directly.
private final class Stander: Errand {
    func run(_ number: Int, _ helper: any Helper) async -> Int { 0 }
}

private final class Friend: Helper {
    func help(_ number: Int) -> Int { number }
}

private final class Stranger: Helper {
    func help(_ number: Int) -> Int { 0 }
}

extension InterpositionTests {
    /// The calls inside which others are made.
    @Suite struct NestingTests {
        @inline(never) @_optimize(none) private func errands() -> [any Errand] { [Runner(), Stander()] }
        @inline(never) @_optimize(none) private func helpers() -> [any Helper] { [Friend(), Stranger()] }

        @Test func callsInsideAnAsyncCallHaveItAsParentAlsoAfterItWasSuspended() async {
            let recorder = Recorder()
            let interposer = Interposer.install(.init(protocols: ["Errand", "Helper"]), recorder: recorder)
            defer { interposer.remove() }
            let (errand, helper) = (errands()[0], helpers()[0])
            await withTaskGroup { group in
                for number in 1...20 { group.addTask { await errand.run(number, helper) } }
                #expect(await group.reduce(0, +) == 420)
            }
            #expect(helper.help(-1) == -1)
            recorder.flush()
            let calls = recorder.invocations().items
            let outer = calls.filter { $0.selector.name.hasPrefix("run") }
            let runs = Dictionary(uniqueKeysWithValues: outer.map { ($0.id, $0) })
            let helps = calls.filter { $0.selector.name.hasPrefix("help") }
            #expect(runs.count == 20 && helps.count == 41)
            for help in helps {
                let outer = help.parent.flatMap { runs[$0] }
                let isAlone = help.arguments[0].value.content == .signed(-1)
                #expect(isAlone == (outer == nil))
                guard let outer else { continue }
                #expect(outer.arguments[0].value.content == help.arguments[0].value.content)
                #expect(help.depth == 1 && help.task?.id == outer.task?.id)
            }
        }
    }
}
