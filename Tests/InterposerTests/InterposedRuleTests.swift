// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Interposer
import Synchronization
import Testing

@testable import ProxyCore

protocol Postman: AnyObject, Sendable {
    func bring(_ letter: String, to number: Int) -> Bool
    func ring(_ times: Int)
    func fetch(_ parcel: Int) async -> Int
    func lift(_ weight: Int) throws
}

private final class Carrier: Postman {
    func bring(_ letter: String, to number: Int) -> Bool { number > 3 }
    func ring(_ times: Int) {}
    func fetch(_ parcel: Int) async -> Int {
        await Task.yield()
        return parcel
    }
    func lift(_ weight: Int) throws { if weight > 9 { throw TooHot(degrees: weight) } }
}

/// With one conforming type alone, an optimiser would call it directly.
private final class Courier: Postman {
    func bring(_ letter: String, to number: Int) -> Bool { false }
    func ring(_ times: Int) {}
    func fetch(_ parcel: Int) async -> Int { 0 }
    func lift(_ weight: Int) throws {}
}

/// Rings at the next one's, too.
private final class Chain: Postman {
    private let next: (any Postman)?
    init(_ next: (any Postman)?) { self.next = next }
    func bring(_ letter: String, to number: Int) -> Bool { false }
    @inline(never) @_optimize(none) func ring(_ times: Int) { next?.ring(times + 1) }
    func fetch(_ parcel: Int) async -> Int { 0 }
    func lift(_ weight: Int) throws {}
}

/// When threads stop.
private final class End: Sendable { let isReached = Atomic<Bool>(false) }

/// Runs on a thread that is neither the main one nor one of the pool.
private func elsewhere<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
}

extension InterpositionTests {
    /// Rules on calls without a proxy: they can wait and be noted, and not be changed.
    @Suite struct InterposedRuleTests {
        @inline(never) @_optimize(none) private func postmen() -> [any Postman] { [Carrier(), Courier()] }

        @inline(never) @_optimize(none) private func chain() -> any Postman { Chain(Chain(Chain(Chain(nil)))) }

        private func recorded(_ recorder: Recorder) -> [Invocation] {
            recorder.flush()
            return recorder.invocations().items.reversed()
        }

        private func until(_ condition: @Sendable () -> Bool) async -> Bool {
            // Beside other tests and under a sanitizer, threads begin late.
            let deadline = ContinuousClock.now + .seconds(600)
            while !condition() {
                if ContinuousClock.now > deadline { return false }
                try? await Task.sleep(for: .milliseconds(1))
            }
            return true
        }

        private func rule(_ action: Rule.Action, _ filter: String) throws -> Rule {
            Rule(action, when: try InvocationFilter(filter))
        }

        @Test func aCallIsHeldAndGoesOnUnchanged() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install(.init(protocols: ["Postman"]), recorder: recorder)
            defer { interposer.remove() }
            let postman = postmen()[0]
            try recorder.rules.add(rule(.hold(deadline: .seconds(600)), "selector:bring"))
            let call = Task { await elsewhere { postman.bring("a letter", to: 7) } }
            #expect(await until { recorder.rules.held.count == 1 })
            let held = try #require(recorder.rules.held.first)
            #expect(held.possibilities == ["continue"])
            #expect(held.call.arguments.map(\.value.content) == [.text("a letter"), .signed(7)])
            #expect(held.call.target == "Carrier" && held.call.seq > 0)
            for decision in [HeldDecision.answer("false"), .edit(["number": "1"]), .skip, .throw(.text("x"))] {
                #expect(throws: RuleProblem.self) { try recorder.rules.release(held.number, decision) }
            }
            #expect(recorder.rules.held.count == 1)
            try recorder.rules.release(held.number, .goOn)
            #expect(await call.value)
            let record = try #require(recorded(recorder).first)
            #expect(record.rule == 1 && record.heldNanoseconds ?? 0 > 0 && record.returnPath == .target)
            #expect(record.result?.content == .bool(true) && record.id == held.call.id)
            #expect(
                record.targetNanoseconds ?? .max <= (record.durationNanoseconds ?? 0) - (record.heldNanoseconds ?? 0)
            )
        }

        @Test func callsAreDelayedMarkedCommentedAndLogged() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install(.init(protocols: ["Postman"]), recorder: recorder)
            defer { interposer.remove() }
            let postman = postmen()[0]
            let lines = Mutex<[String]>([])
            let log = recorder.rules.onEvent { event in
                if case .log(_, let text) = event { lines.withLock { $0.append(text) } }
            }
            try recorder.rules.add(rule(.delay(.milliseconds(5)), #"selector:"ring(_:)""#))
            try recorder.rules.add(rule(.mark, #"selector:"ring(_:)" arg:>3"#))
            try recorder.rules.add(rule(.comment("heavy"), "selector:lift"))
            try recorder.rules.add(rule(.log("here"), #"selector:"ring(_:)""#))
            await elsewhere {
                postman.ring(1)
                postman.ring(5)
                try? postman.lift(20)
                _ = postman.bring("", to: 1)
            }
            let calls = recorded(recorder)
            #expect(calls.map(\.rule) == [4, 4, 3, nil])
            #expect(calls.map(\.isMarked) == [false, true, false, false])
            #expect(calls.map(\.comment) == [nil, nil, "heavy", nil])
            #expect(calls.map { $0.heldNanoseconds ?? 0 >= 5_000_000 } == [true, true, false, false])
            #expect(calls[2].state == .threw && calls[2].error?.typeName == "TooHot")
            #expect(lines.withLock { $0 }.count == 2 && lines.withLock { $0 }.allSatisfy { $0.hasSuffix(": here") })
            log.cancel()
        }

        @Test func aRuleKnowsTheCallsAroundACall() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install(.init(protocols: ["Postman"]), recorder: recorder)
            defer { interposer.remove() }
            try recorder.rules.add(rule(.comment("outer"), "depth:0"))
            try recorder.rules.add(rule(.comment("inner"), "depth:2"))
            let chain = chain()
            await elsewhere { chain.ring(0) }
            let calls = recorded(recorder)
            #expect(calls.map(\.depth) == [0, 1, 2, 3])
            #expect(calls.map(\.comment) == ["outer", nil, "inner", nil])
        }

        /// Regression test: the filter never passed.
        @Test func aLaterRuleKnowsWhatEarlierOnesDid() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install(.init(protocols: ["Postman"]), recorder: recorder)
            defer { interposer.remove() }
            let postman = postmen()[0]
            try recorder.rules.add(rule(.comment("odd"), #"selector:"ring(_:)" arg:>3"#))
            try recorder.rules.add(rule(.mark, #"selector:"ring(_:)" rule:1 comment:odd"#))
            await elsewhere {
                postman.ring(1)
                postman.ring(5)
            }
            #expect(recorded(recorder).map(\.isMarked) == [false, true])
        }

        @Test func anAsyncCallIsNotedAndBlocksNoThreadOfThePool() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install(.init(protocols: ["Postman"]), recorder: recorder)
            defer { interposer.remove() }
            let postman = postmen()[0]
            try recorder.rules.add(rule(.comment("odd"), "selector:fetch"))
            try recorder.rules.add(rule(.hold(deadline: .seconds(600)), "selector:fetch"))
            #expect(await postman.fetch(3) == 3)
            let call = try #require(recorded(recorder).first)
            #expect(call.comment == "odd" && call.rule == 1 && call.heldNanoseconds == nil)
            let waiting = try #require(recorder.rules.rule(2))
            #expect(waiting.applied == 0 && waiting.failed == 0)
            #expect(waiting.refused.first?.reason.contains("can only wait, without blocking a thread") == true)
        }

        @Test(arguments: [
            Rule(.answer("true")), Rule(.throw(.text("no"))), Rule(.skip), Rule(.edit("number", "7")),
            Rule(.edit("result", "true"), at: .after), Rule(.mark, at: .after), Rule(.hold(), at: .after),
        ]) func whatWouldChangeACallIsRefusedWithTheReason(rule: Rule) async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install(.init(protocols: ["Postman"]), recorder: recorder)
            defer { interposer.remove() }
            let postman = postmen()[0]
            var rule = rule
            rule.filter = try InvocationFilter("protocol:Postman selector:bring")
            // Refused when it is set, or else with the requirement.
            let status = try? recorder.rules.add(rule)
            #expect(await elsewhere { postman.bring("a letter", to: 7) })
            let call = try #require(recorded(recorder).first)
            #expect(call.rule == nil && call.returnPath == .target)
            guard let status else { return }
            let refused = try #require(recorder.rules.rule(status.number)).refused
            #expect(refused.map(\.selector.name) == ["bring(_:to:)"])
            let reason = refused.first?.reason ?? ""
            #expect(
                reason.contains("only a proxy can change a call") || reason.contains("only be met before"),
                "\(reason)"
            )
        }

        @Test func rulesThatAreRemovedLeaveNothing() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install(.init(protocols: ["Postman"]), recorder: recorder)
            defer { interposer.remove() }
            let postman = postmen()[0]
            for _ in 0..<3 {
                let status = try recorder.rules.add(rule(.mark, #"selector:"ring(_:)""#))
                await elsewhere { postman.ring(1) }
                try recorder.rules.remove(status.number)
                await elsewhere { postman.ring(2) }
            }
            #expect(recorded(recorder).map(\.isMarked) == [true, false, true, false, true, false])
        }

        @Test func manyThreadsCallWhileRulesChange() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install(.init(protocols: ["Postman"]), recorder: recorder)
            defer { interposer.remove() }
            let postman = postmen()[0]
            let end = End()
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        await elsewhere {
                            while !end.isReached.load(ordering: .relaxed) {
                                postman.ring(1)
                                precondition(postman.bring("", to: 7))
                            }
                        }
                    }
                }
                for number in 0..<500 {
                    let filter = number % 2 == 0 ? #"selector:"ring(_:)""# : "arg:7"
                    let status = try? recorder.rules.add(rule(.comment("\(number)"), filter))
                    if let status { try? recorder.rules.remove(status.number) }
                }
                end.isReached.store(true, ordering: .relaxed)
            }
            await elsewhere { postman.ring(9) }
            recorder.flush()
            #expect(recorder.invocations().items.first?.comment == nil)
        }

        @Test func aRecorderWithRulesIsReleased() async throws {
            weak var engine: RecorderEngine?
            weak var rules: RuleBook?
            do {
                let recorder = Recorder.patient()
                let interposer = Interposer.install(.init(protocols: ["Postman"]), recorder: recorder)
                let postman = postmen()[0]
                try recorder.rules.add(rule(.mark, #"selector:"ring(_:)""#))
                await elsewhere { postman.ring(1) }
                interposer.remove()
                (engine, rules) = (recorder.engine, recorder.rules)
            }
            // The interposer keeps its recorder: its entries may still be used.
            if engine == nil { #expect(rules == nil) }
        }
    }
}
