// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore
import Testing

enum SmallFailure: Error { case low, high }
struct LargeFailure: Error { var text: String; var value: any Sendable }
struct PairFailure: Error { var code: Int; var ratio: Double }
private struct Hidden { var number = 5 }

/// Requirements that are passed in ways of which their symbols don't tell.
protocol OddPassing<Failure>: AnyObject {
    associatedtype Failure: Error
    func direct(_ number: Int) throws(SmallFailure) -> Int
    func floating(_ number: Int) throws(SmallFailure) -> Double
    func large(_ number: Int) throws(LargeFailure) -> String
    func pair(_ number: Int) throws(PairFailure) -> [Int]
    func generic<Value: Hashable>(_ value: Value, _ number: Int) throws(LargeFailure) -> Int
    func associated(_ number: Int) throws(Failure) -> Int
    func tuple(_ tuple: (Int8, (Double, String), Any), _ last: Int) -> Int
    func nothing(_ nothing: Void, _ last: Int) -> Int
    func change(_ number: inout Int, _ text: inout String, _ tuple: inout (Int, Bool)) -> Int
    nonisolated(nonsending) func nonsending(_ number: Int, _ text: String) async -> Int
    nonisolated(nonsending) func nonsendingAny(_ number: Int) async throws -> Any
    func returning<Value>(_ value: Value, _ number: Int) async -> Value
    func asyncFailing(_ number: Int) async throws(PairFailure) -> Int
    func closures(_ first: (Int) -> Int, _ number: Int, _ last: @escaping (Int) -> String) -> Int
}

private protocol Hiding: AnyObject {
    func hidden(_ hidden: Hidden, _ number: Int) throws -> Int
    func hidden(_ hidden: Hidden) async -> Int
}

private final class Odd: OddPassing, Hiding {
    func direct(_ number: Int) throws(SmallFailure) -> Int { if number < 0 { throw .high } else { number } }
    func floating(_ number: Int) throws(SmallFailure) -> Double { if number < 0 { throw .high } else { 2.5 } }
    func large(_ number: Int) throws(LargeFailure) -> String {
        if number < 0 { throw LargeFailure(text: "large", value: number) } else { "\(number)" }
    }
    func pair(_ number: Int) throws(PairFailure) -> [Int] {
        if number < 0 { throw PairFailure(code: number, ratio: 0.5) } else { [number] }
    }
    func generic<Value: Hashable>(_ value: Value, _ number: Int) throws(LargeFailure) -> Int {
        if number < 0 { throw LargeFailure(text: "generic", value: number) } else { number }
    }
    func associated(_ number: Int) throws(PairFailure) -> Int {
        if number < 0 { throw PairFailure(code: number, ratio: 0.5) } else { number }
    }
    func tuple(_ tuple: (Int8, (Double, String), Any), _ last: Int) -> Int { last }
    func nothing(_ nothing: Void, _ last: Int) -> Int { last }
    func change(_ number: inout Int, _ text: inout String, _ tuple: inout (Int, Bool)) -> Int {
        number += 1
        return number
    }
    nonisolated(nonsending) func nonsending(_ number: Int, _ text: String) async -> Int {
        await Task.yield()
        return number
    }
    nonisolated(nonsending) func nonsendingAny(_ number: Int) async throws -> Any {
        if number < 0 { throw SmallFailure.low }
        return "any \(number)"
    }
    func returning<Value>(_ value: Value, _ number: Int) async -> Value { value }
    func asyncFailing(_ number: Int) async throws(PairFailure) -> Int {
        await Task.yield()
        if number < 0 { throw PairFailure(code: number, ratio: 0.5) }
        return number
    }
    func closures(_ first: (Int) -> Int, _ number: Int, _ last: @escaping (Int) -> String) -> Int { first(number) }
    fileprivate func hidden(_ hidden: Hidden, _ number: Int) throws -> Int {
        if number < 0 { throw SmallFailure.low }
        return number
    }
    fileprivate func hidden(_ hidden: Hidden) async -> Int { hidden.number }
}

/// With one conforming type alone, an optimiser would call it directly.
private final class Even: OddPassing, Hiding {
    func direct(_ number: Int) throws(SmallFailure) -> Int { 0 }
    func floating(_ number: Int) throws(SmallFailure) -> Double { 0 }
    func large(_ number: Int) throws(LargeFailure) -> String { "" }
    func pair(_ number: Int) throws(PairFailure) -> [Int] { [] }
    func generic<Value: Hashable>(_ value: Value, _ number: Int) throws(LargeFailure) -> Int { 0 }
    func associated(_ number: Int) throws(PairFailure) -> Int { 0 }
    func tuple(_ tuple: (Int8, (Double, String), Any), _ last: Int) -> Int { 0 }
    func nothing(_ nothing: Void, _ last: Int) -> Int { 0 }
    func change(_ number: inout Int, _ text: inout String, _ tuple: inout (Int, Bool)) -> Int { 0 }
    nonisolated(nonsending) func nonsending(_ number: Int, _ text: String) async -> Int { 0 }
    nonisolated(nonsending) func nonsendingAny(_ number: Int) async throws -> Any { 0 }
    func returning<Value>(_ value: Value, _ number: Int) async -> Value { value }
    func asyncFailing(_ number: Int) async throws(PairFailure) -> Int { 0 }
    func closures(_ first: (Int) -> Int, _ number: Int, _ last: @escaping (Int) -> String) -> Int { 0 }
    fileprivate func hidden(_ hidden: Hidden, _ number: Int) throws -> Int { 0 }
    fileprivate func hidden(_ hidden: Hidden) async -> Int { 0 }
}

extension InterpositionTests {
    @Suite struct ReadingTests {
        @inline(never) @_optimize(none) private func odd() -> any OddPassing<PairFailure> { Odd() }
        @inline(never) @_optimize(none) private func hiding() -> any Hiding { Odd() }

        private func texts(_ recorder: Recorder) -> [String] {
            recorder.flush()
            return recorder.invocations().items.reversed().map { call in
                let error = call.error.map { "threw \($0.typeName) \($0.summary)" }
                let outcome = error ?? call.result.map(\.summary) ?? "Void"
                let name = call.selector.name.prefix { $0 != "(" }
                return "\(name) \(call.arguments.map { $0.value.summary }.joined(separator: " ")) -> \(outcome)"
            }
        }

        @Test func errorsOfOneTypeAreReadFromRegistersAndMemory() throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("OddPassing", recorder: recorder)
            defer { interposer.remove() }
            let odd = odd()
            for number in [3, -3] {
                _ = try? odd.direct(number)
                _ = try? odd.floating(number)
                _ = try? odd.large(number)
                _ = try? odd.pair(number)
                _ = try? odd.generic("key", number)
                _ = try? odd.associated(number)
            }
            #expect(
                texts(recorder) == [
                    "direct signed(3) -> signed(3)",
                    "floating signed(3) -> double(2.5)",
                    #"large signed(3) -> text("3")"#,
                    "pair signed(3) -> (signed(3))",
                    #"generic text("(T)") signed(3) -> signed(3)"#,
                    "associated signed(3) -> signed(3)",
                    #"direct signed(-3) -> threw SmallFailure text("high")"#,
                    #"floating signed(-3) -> threw SmallFailure text("high")"#,
                    #"large signed(-3) -> threw LargeFailure (text("large"), signed(-3))"#,
                    "pair signed(-3) -> threw PairFailure (signed(-3), double(0.5))",
                    #"generic text("(T)") signed(-3) -> threw LargeFailure (text("generic"), signed(-3))"#,
                    #"associated signed(-3) -> threw UndecodedError text("(Self.Failure)")"#,
                ]
            )
        }

        /// By these, `make-test` knows of what it can expect nothing.
        @Test func aRecordTellsWhichValuesWereNotDecoded() {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("OddPassing", recorder: recorder)
            defer { interposer.remove() }
            let odd = odd()
            _ = try? odd.generic("(key)", 3)
            _ = try? odd.associated(-3)
            _ = try? odd.large(3)
            recorder.flush()
            let reasons = recorder.invocations().items.reversed().map { call in
                (call.arguments.map(\.value) + [call.result, call.error].compactMap(\.self))
                    .map { call.undecodedReason(of: $0) }
            }
            #expect(reasons == [["(T)", nil, nil], [nil, "(Self.Failure)"], [nil, nil]])
        }

        /// As in records of proxies, so that `kind:function` finds both.
        @Test func closuresAreOfTheKindOfFunctions() throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("OddPassing", recorder: recorder)
            defer { interposer.remove() }
            #expect(odd().closures({ $0 + 1 }, 3, { "\($0)" }) == 4)
            recorder.flush()
            let query = InvocationQuery(try InvocationFilter("kind:function"))
            let call = try #require(recorder.invocations(query).items.first)
            let values = call.arguments.map(\.value)
            #expect(values.map(\.kind) == [.function, .scalar, .function])
            #expect(values.map(\.typeName) == ["(Int) -> Int", "Int", "(Int) -> String"])
            #expect(values.map(\.content) == [.none, .signed(3), .none])
        }

        @Test func tuplesAndChangeableArgumentsAreRead() {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("OddPassing", recorder: recorder)
            defer { interposer.remove() }
            let odd = odd()
            #expect(odd.tuple((1, (2.5, "three"), [4]), 5) == 5)
            #expect(odd.nothing((), 6) == 6)
            var (number, text, tuple) = (1, "text", (2, true))
            #expect(odd.change(&number, &text, &tuple) == 2)
            #expect(
                texts(recorder) == [
                    #"tuple (signed(1), (double(2.5), text("three")), (signed(4))) signed(5) -> signed(5)"#,
                    "nothing  signed(6) -> signed(6)",
                    #"change signed(1) text("text") (signed(2), bool(true)) -> signed(2)"#,
                ]
            )
        }

        @Test func asyncCallsWithWordsThatSymbolsDoNotTellOfAreRead() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("OddPassing", recorder: recorder)
            defer { interposer.remove() }
            let odd = odd()
            #expect(await odd.nonsending(7, "text") == 7)
            _ = try await odd.nonsendingAny(8)
            await #expect(throws: SmallFailure.self) { _ = try await odd.nonsendingAny(-8) }
            #expect(await odd.returning("value", 9) == "value")
            #expect(try await odd.asyncFailing(10) == 10)
            await #expect(throws: PairFailure.self) { _ = try await odd.asyncFailing(-10) }
            #expect(
                texts(recorder) == [
                    #"nonsending signed(7) text("text") -> signed(7)"#,
                    #"nonsendingAny signed(8) -> text("any 8")"#,
                    #"nonsendingAny signed(-8) -> threw SmallFailure text("low")"#,
                    #"returning text("(T)") signed(9) -> text("(a value of a generic type)")"#,
                    "asyncFailing signed(10) -> signed(10)",
                    "asyncFailing signed(-10) -> threw PairFailure (signed(-10), double(0.5))",
                ]
            )
        }

        @Test func whatCannotBeReadIsRecordedByNameAndTime() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("Hiding", recorder: recorder)
            defer { interposer.remove() }
            let hiding = hiding()
            #expect(try hiding.hidden(Hidden(), 3) == 3)
            #expect(throws: SmallFailure.self) { try hiding.hidden(Hidden(), -3) }
            #expect(await hiding.hidden(Hidden()) == 5)
            let entries = interposer.entries
            #expect(entries.count == 4)
            #expect(entries.allSatisfy { $0.refusal == nil && $0.limitation?.contains("may be private") == true })
            recorder.flush()
            let calls = recorder.invocations().items.reversed()
            #expect(calls.map(\.state) == [.returned, .threw, .returned])
            #expect(calls.map { $0.arguments.count } == [2, 2, 1])
            #expect(calls.compactMap(\.error).map(\.typeName) == ["SmallFailure"])
            #expect(calls.first.map { $0.arguments[0].value.summary }?.contains("may be private") == true)
        }
    }
}
