// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@Suite struct ClosureShapeTests {
    private final class Target: ClosureShapes {
        func plain(_ name: String, done: @escaping (Int, String?) -> Void) { done(1, name) }
        func sendable(_ done: @escaping @Sendable () -> Void) { done() }
        func optional(_ done: ((_ number: Int) -> Void)?) { done?(2) }
        func pair(success: @escaping (Int) -> Void, failure: @escaping @Sendable (any Error) -> Void) {
            failure(ShapeError(code: 3))
        }
        func throwing(_ check: @escaping (Int) throws -> Bool) { _ = try? check(4) }
        func strict(_ check: @escaping (Int, String) throws(ShapeError) -> Bool) throws(ShapeError) -> Bool {
            try check(5, "five")
        }
        func suspending(_ load: @escaping @Sendable (Int) async throws -> String) async throws -> String {
            try await load(6)
        }
        func onMain(_ show: @escaping @MainActor (String) -> Void) async { await show("seven") }
        func any<Value>(_ value: Value, _ done: @escaping (Value) -> Void) { done(value) }
        func nested(_ done: @escaping (@escaping () -> Void) -> Void) { done({}) }
        func tuple(_ done: @escaping ((Int, Int)) -> Void) { done((8, 9)) }
        func passed(_ done: @escaping Completion, change: @escaping (inout Int) -> Void) {
            var number = 10
            change(&number)
            done(number)
        }
    }

    private let log = CallLog()
    private let proxy: ClosureShapesProxy

    init() {
        proxy = ClosureShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Target(), retain: true)
    }

    /// The contents of the arguments of the closures' calls, of the only call.
    private func seen() throws -> [[RecordedValue.Content]] {
        let call = try #require(log.calls.last)
        return call.completions.map { $0.calls.flatMap(\.arguments).map(\.content) }
    }

    @Test func passesEachCallOnAndNotesIt() throws {
        var said: [String] = []
        proxy.plain("name") { said.append("\($0) \($1 ?? "")") }
        #expect(said == ["1 name"])
        #expect(try seen() == [[.signed(1), .text("name")]])
        proxy.sendable {}
        #expect(try seen() == [[]])
        proxy.optional { said.append("\($0)") }
        #expect(try seen() == [[.signed(2)]])
        proxy.tuple { said.append("\($0.0)") }
        #expect(said == ["1 name", "2", "8"])
    }

    @Test func noClosureIsNotFollowed() throws {
        proxy.optional(nil)
        #expect(try #require(log.calls.last).completions.isEmpty)
    }

    @Test func ofAPairOneIsCalledAndTheOtherReleased() throws {
        proxy.pair(success: { _ in }, failure: { _ in })
        let call = try #require(log.calls.last)
        #expect(call.completions.map(\.state) == [.never, .called] && call.completion == .called)
    }

    @Test func keepsResultsAndErrorsOfClosures() async throws {
        #expect(try proxy.strict { number, text in number == 5 && text == "five" })
        #expect(throws: ShapeError(code: 1)) {
            try proxy.strict { (_, _) throws(ShapeError) in throw ShapeError(code: 1) }
        }
        #expect(try seen() == [[.signed(5), .text("five")]])
        #expect(try await proxy.suspending { "\($0)" } == "6")
        #expect(try seen() == [[.signed(6)]])
        await #expect(throws: ShapeError(code: 2)) {
            _ = try await proxy.suspending { _ in throw ShapeError(code: 2) }
        }
    }

    @Test func aClosureOfTheMainActorStaysThere() async throws {
        await proxy.onMain { text in
            MainActor.assertIsolated()
            #expect(text == "seven")
        }
        #expect(try seen() == [[.text("seven")]])
    }

    @Test func aClosureOfAGenericTypeIsFollowedToo() throws {
        var value = ""
        proxy.any("eleven") { value = $0 }
        #expect(value == "eleven")
        #expect(try seen() == [[.text("eleven")]])
        proxy.nested { $0() }
        #expect(try #require(log.calls.last).completion == .called)
    }

    @Test func whatCannotBeWrappedIsPassedOn() throws {
        var number = 0
        proxy.passed({ number = $0 }, change: { $0 += 1 })
        #expect(number == 11)
        #expect(try #require(log.calls.last).completions.isEmpty)
    }

    @Test @MainActor func aRequirementOfTheMainActorIsAnsweredThere() async throws {
        final class Target: MainClosureShapes {
            var answer: ((Int) -> Void)?
            var later: (@MainActor (Int) async -> Void)?
            func show(_ done: @escaping (Int) -> Void, later: @escaping @MainActor (Int) async -> Void) {
                (answer, self.later) = (done, later)
            }
        }
        let target = Target()
        let proxy = MainClosureShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(target, retain: true)
        var numbers: [Int] = []
        proxy.show({ numbers.append($0) }, later: { numbers.append($0) })
        target.answer?(1)
        await target.later?(2)
        #expect(numbers == [1, 2])
        #expect(try #require(log.calls.last).completions.map(\.state) == [.called, .called])
    }

    private final class ParenthesizedTarget: ParenthesizedShapes {
        func load(completion: @escaping ((Bool) -> Void)) { completion(true) }
        func sendable(_ done: @escaping (@Sendable (Int) -> Void)) { done(1) }
        func visit(_ body: ((Int) -> Void), with visitor: Visitor) {
            body(2)
            visitor(3)
        }
        func many(_ bodies: ((Int) -> Void)...) { for body in bodies { body(4) } }
        func change(_ body: inout ((Int) -> Void)) {
            body(5)
            body = { _ in }
        }
    }

    @Test func aClosureInParenthesesOfItsOwnIsFollowedIfItEscapes() throws {
        let proxy = ParenthesizedShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(ParenthesizedTarget(), retain: true)
        var isLoaded = false
        proxy.load { isLoaded = $0 }
        #expect(isLoaded)
        #expect(try seen() == [[.bool(true)]])
        proxy.sendable { _ in }
        #expect(try seen() == [[.signed(1)]])
        var numbers: [Int] = []
        proxy.visit({ numbers.append($0) }, with: { numbers.append($0) })
        proxy.many({ numbers.append($0) }, { numbers.append($0 * 10) })
        var body: (Int) -> Void = { numbers.append($0) }
        proxy.change(&body)
        body(6)
        #expect(numbers == [2, 3, 4, 40, 5])
        #expect(try #require(log.calls.last).completions.isEmpty)
    }

    private final class LazyTarget: LazyShapes {
        func first(_ value: @autoclosure () throws -> Int) -> Int? { try? value() }
        func second(target: @autoclosure () throws -> Int, _ arguments: Int) -> Int {
            ((try? target()) ?? 0) + arguments
        }
        func strict(_ value: @autoclosure () throws(ShapeError) -> Int) throws(ShapeError) -> Int { try value() }
        func rethrown(_ value: @autoclosure () throws -> Int) rethrows -> Int { try value() }
        func suspending(_ value: @autoclosure () async -> Int) async -> Int { await value() }
        func both(_ value: @autoclosure () async throws -> Int, _ number: inout Int) async {
            number = (try? await value()) ?? -1
        }
        func either(_ value: @escaping @autoclosure () async throws -> Int) async throws -> Int { try await value() }
        subscript(_ value: @autoclosure () throws -> Int) -> Int { (try? value()) ?? -1 }
    }

    @Test func autoclosuresThrowAndSuspendOnlyWhereTheDelegateCallsThem() async throws {
        func number(_ code: Int) throws -> Int { if code < 0 { throw ShapeError(code: code) } else { code } }
        func later(_ code: Int) async throws -> Int { try number(code) }
        let proxy = LazyShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(LazyTarget(), retain: true)
        let first = [proxy.first(try number(-1)), proxy.first(try number(1))]
        #expect(first == [nil, 1])
        let second = [proxy.second(target: try number(-1), 2), proxy.second(target: try number(1), 2)]
        #expect(second == [2, 3])
        let (strict, element, suspending) = (try proxy.strict(4), proxy[try number(5)], await proxy.suspending(6))
        #expect(strict == 4 && element == 5 && suspending == 6)
        #expect(throws: ShapeError(code: -5)) { try proxy.rethrown(try number(-5)) }
        var changed = 0
        await proxy.both(try await later(7), &changed)
        #expect(changed == 7)
        await #expect(throws: ShapeError(code: -8)) { try await proxy.either(try await later(-8)) }
    }
}
