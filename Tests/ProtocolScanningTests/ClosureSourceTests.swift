// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProtocolScanning

@Suite struct ClosureSourceTests {
    /// The source of the proxy of a protocol with these requirements.
    private func proxy(_ requirements: String, head: String = "@Proxied protocol P: AnyObject") -> String {
        let made = TargetSources([("P.swift", "\(head) { \(requirements) }")])
        #expect(made.problems.isEmpty)
        return made.text
    }

    @Test func wrapsAClosureThatEscapes() {
        let text = proxy("func load(_ name: String, done: @escaping @Sendable (Int, String?) -> Void)")
        #expect(
            text.contains(
                """
                        let closures = watchClosures(of: Selectors.load)
                        var done = done
                        if let followed = closures?.watch(1) {
                            done = { [done] in
                                followed.called($0, $1)
                                done($0, $1)
                            }
                        }
                        forward(Selectors.load, (name, done)) {
                            $0.load(name, done: done)
                        } edited: {
                            $0.load($1.0, done: done)
                        }

                """
            )
        )
    }

    @Test func wrapsAnOptionalClosureIfThereIsOne() {
        let text = proxy("func load(done: (() async throws -> Int)?) -> Bool")
        #expect(text.contains("if done != nil, let followed = closures?.watch(0) {"))
        #expect(text.contains("done = { [done] in\n") && text.contains("return try await done!()\n"))
        #expect(text.contains("return forward("))
    }

    @Test(arguments: [
        "@escaping ((Bool) -> Void)", "@escaping (((Bool) -> Void))", "@escaping (@Sendable (Bool) -> Void)",
    ])
    func wrapsAClosureInParenthesesOfItsOwn(type: String) {
        let text = proxy("func load(_ name: String, done: \(type))")
        #expect(text.contains("func load(_ name: String, done: \(type)) {"))
        #expect(text.contains("followed.called($0)"))
        // A rule can't make another closure.
        #expect(text.contains("$0.load($1.0, done: done)"))
    }

    @Test(arguments: ["((Int) -> Void)", "(((Int) -> Void))", "(@Sendable (Int) -> Void)"])
    func aClosureInParenthesesOfItsOwnEscapesOnlyIfItSaysSo(type: String) {
        let text = proxy("func visit(_ body: \(type))")
        #expect(text.contains(".nonescapingClosure) { $0.visit(body) }"))
    }

    @Test func variadicAndInoutClosuresEscape() {
        let text = proxy(
            "func many(_ bodies: ((Int) -> Void)...); func change(_ body: inout ((Int) -> Void))"
        )
        #expect(!text.contains("nonescapingClosure") && !text.contains("$1"))
        #expect(text.contains("MethodSelector<PProxy, [(Int) -> Void], Void>"))
        #expect(text.contains("MethodSelector<PProxy, ProxyCore::InoutArgument<(Int) -> Void>, Void>"))
    }

    @Test func aPackOfClosuresInParenthesesIsATuple() {
        let text = proxy("func f<each T>(_ bodies: (repeat (each T) -> Void))")
        #expect(text.contains("bodies as Any) { $0.f(bodies) }"))
    }

    @Test func tellsTheTypeOfTheErrorsOfAClosure() {
        let text = proxy("func load(check: @escaping (String, Int) throws(Refusal) -> Bool)")
        #expect(text.contains("check = { [check] (value0, value1) throws(Refusal) in"))
        #expect(text.contains("return try check(value0, value1)"))
    }

    @Test func aClosureThatThrowsNeverDoesNotThrow() {
        let text = proxy("func f(_ done: @escaping () throws(Never) -> Int)")
        #expect(text.contains("done = { [done] in") && text.contains("return done()"))
    }

    @Test func wrapsEachOfSeveralClosures() {
        let text = proxy("func load(a: @escaping (_ item: Int) -> Void, b: @escaping @MainActor (any Error) -> Void)")
        #expect(text.contains("closures?.watch(0)") && text.contains("closures?.watch(1)"))
        #expect(text.components(of: "watchClosures(of:") == 1)
    }

    @Test func itsNamesDontHideThoseOfParameters() {
        let text = proxy("func load(closures: Int, followed: @escaping () -> Void)")
        #expect(text.contains("func load(closures argument1: Int, followed argument2: @escaping () -> Void)"))
        #expect(text.contains("var argument2 = argument2"))
    }

    @Test(arguments: [
        "(Int) -> Void", "@autoclosure () -> Int", "@escaping @autoclosure () -> Int",
        "@escaping @convention(c) (Int) -> Void", "@escaping @isolated(any) () -> Void",
        "@escaping (inout Int) -> Void",
        "@escaping (Int...) -> Void", "@escaping (borrowing Item) -> Void", "@escaping (sending Item) -> Void",
        "@escaping () -> sending Item", "@escaping (Span<Int>) -> Void", "@escaping ((Int) -> Void) -> Void",
        "sending @escaping () -> Void", "@escaping nonisolated(nonsending) () async -> Void", "@escaping Completion",
        "[() -> Void]", "((Int) -> Void, Int)",
    ])
    func passesOnWhatItCannotWrap(type: String) {
        #expect(!proxy("func load(_ closure: \(type))").contains("watchClosures"))
    }

    @Test func leavesAnAsyncClosureOfARequirementWithAnActorAlone() {
        let head = "@MainActor @Proxied protocol P: AnyObject"
        #expect(!proxy("func load(done: @escaping () async -> Void)", head: head).contains("watchClosures"))
        #expect(proxy("func load(done: @escaping () -> Void)", head: head).contains("watchClosures"))
        #expect(proxy("func load(done: @escaping @Sendable () async -> Void)", head: head).contains("watchClosures"))
        let free = "nonisolated func load(done: @escaping () async -> Void)"
        #expect(proxy(free, head: head).contains("watchClosures"))
    }

    @Test func leavesTheClosuresOfARethrowingRequirementAlone() {
        #expect(!proxy("func load(check: @escaping () throws -> Void) rethrows").contains("watchClosures"))
    }

    /// The compiler takes a `try` in an autoclosure for one of the closure around it, unless that names its errors.
    @Test func anAutoclosureThrowsAndSuspendsInTheDelegateOnly() {
        let plain = proxy("func load(_ value: @autoclosure () -> Int)")
        #expect(plain.contains("{ $0.load(value()) }"))
        let throwing = proxy("func load(_ value: @autoclosure () throws -> Int)")
        #expect(throwing.contains("{ target throws(Never) in target.load(try value()) }"))
        let suspending = proxy("func load(_ target: @autoclosure () async throws -> Int) async")
        #expect(suspending.contains("target async throws(Never) in"))
        #expect(suspending.contains("await target.load(try await argument1())"))
        let both = proxy("func load(_ value: @autoclosure () throws -> Int) throws")
        #expect(both.contains("{ try $0.load(try value()) }"))
        #expect(proxy("func load(_ value: @autoclosure () throws(Never) -> Int)").contains("$0.load(value())"))
    }

    @Test func leavesPropertiesAndSubscriptsAlone() {
        let text = proxy("var done: (Int) -> Void { get set }; subscript(done: @escaping () -> Void) -> Int { get }")
        #expect(!text.contains("watchClosures"))
    }

    @Test func theClosureThatAPropertyIsSetToIsRecordedBecauseItEscapes() {
        let text = proxy("var done: (Int) -> Void { get set }")
        #expect(!text.contains("nonescapingClosure"))
        #expect(text.components(of: "newValue") >= 2)
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(of text: String) -> Int {
        var count = 0
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(text) { count += 1 }
            rest = rest.dropFirst()
        }
        return count
    }
}
