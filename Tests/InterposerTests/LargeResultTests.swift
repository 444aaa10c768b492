// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore
import Testing

enum LargeResultFailure: Error { case empty, full(Int) }
struct LargeResultProblem: Error { var text: String; var numbers: [Int]; var limit = 1, used = 2, left = 3 }
struct LargeResult { var first = 1, second = 2, third = 3, fourth = 4, fifth = 5 }

/// Requirements whose results are in memory. So are their errors of one type then, even those that are small.
protocol LargeResults: AnyObject {
    func small(_ number: Int) throws(LargeResultFailure) -> LargeResult
    func large(_ number: Int) throws(LargeResultProblem) -> LargeResult
    func many(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int) throws(LargeResultFailure) -> LargeResult
    func existential(_ number: Int) throws(LargeResultFailure) -> Any
    func asyncSmall(_ number: Int) async throws(LargeResultFailure) -> LargeResult
    func asyncLarge(_ number: Int) async throws(LargeResultProblem) -> LargeResult
}

private final class Giver: LargeResults {
    func small(_ number: Int) throws(LargeResultFailure) -> LargeResult {
        if number < 0 { throw .full(number) } else { LargeResult() }
    }
    func large(_ number: Int) throws(LargeResultProblem) -> LargeResult {
        if number < 0 { throw LargeResultProblem(text: "large", numbers: [number]) } else { LargeResult() }
    }
    func many(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int) throws(LargeResultFailure) -> LargeResult {
        if f < 0 { throw .full(f) } else { LargeResult() }
    }
    func existential(_ number: Int) throws(LargeResultFailure) -> Any {
        if number < 0 { throw .empty } else { "any \(number)" }
    }
    func asyncSmall(_ number: Int) async throws(LargeResultFailure) -> LargeResult {
        await Task.yield()
        if number < 0 { throw .full(number) }
        return LargeResult()
    }
    func asyncLarge(_ number: Int) async throws(LargeResultProblem) -> LargeResult {
        await Task.yield()
        if number < 0 { throw LargeResultProblem(text: "late", numbers: [number]) }
        return LargeResult()
    }
}

/// With one conforming type alone, an optimiser would call it directly.
private final class OtherGiver: LargeResults {
    func small(_ number: Int) throws(LargeResultFailure) -> LargeResult { LargeResult() }
    func large(_ number: Int) throws(LargeResultProblem) -> LargeResult { LargeResult() }
    func many(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int) throws(LargeResultFailure) -> LargeResult {
        LargeResult()
    }
    func existential(_ number: Int) throws(LargeResultFailure) -> Any { 0 }
    func asyncSmall(_ number: Int) async throws(LargeResultFailure) -> LargeResult { LargeResult() }
    func asyncLarge(_ number: Int) async throws(LargeResultProblem) -> LargeResult { LargeResult() }
}

extension InterpositionTests {
    @Suite struct LargeResultTests {
        @inline(never) @_optimize(none) private func results() -> any LargeResults { Giver() }

        /// The outcomes of all calls.
        private func outcomes(_ recorder: Recorder) -> [String] {
            recorder.flush()
            return recorder.invocations().items.reversed().map { call in
                let error = call.error.map { "threw \($0.typeName) \($0.summary)" }
                let name = call.selector.name.prefix { $0 != "(" }
                return "\(name): \(error ?? call.result.map(\.summary) ?? "Void")"
            }
        }

        private static let result = "(signed(1), signed(2), signed(3), signed(4), signed(5))"
        private static let full = #"threw LargeResultFailure text("full")(signed(-3))"#

        private static func problem(_ name: String) -> String {
            #"threw LargeResultProblem (text("\#(name)"), (signed(-3)), signed(1), signed(2), signed(3))"#
        }

        @Test func errorsOfOneTypeAreReadBesideResultsInMemory() {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("LargeResults", recorder: recorder)
            defer { interposer.remove() }
            let results = results()
            for number in [3, -3] {
                _ = try? results.small(number)
                _ = try? results.large(number)
                _ = try? results.many(1, 2, 3, 4, 5, number)
                _ = try? results.existential(number)
            }
            #expect(
                outcomes(recorder) == [
                    "small: \(Self.result)", "large: \(Self.result)", "many: \(Self.result)",
                    #"existential: text("any 3")"#,
                    "small: \(Self.full)", "large: \(Self.problem("large"))", "many: \(Self.full)",
                    #"existential: threw LargeResultFailure text("empty")"#,
                ]
            )
        }

        @Test func asyncErrorsOfOneTypeAreReadBesideResultsInMemory() async {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("LargeResults", recorder: recorder)
            defer { interposer.remove() }
            let results = results()
            for number in [3, -3] {
                _ = try? await results.asyncSmall(number)
                _ = try? await results.asyncLarge(number)
            }
            #expect(
                outcomes(recorder) == [
                    "asyncSmall: \(Self.result)", "asyncLarge: \(Self.result)",
                    "asyncSmall: \(Self.full)", "asyncLarge: \(Self.problem("late"))",
                ]
            )
        }
    }
}
