// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProtocolScanning

@Suite struct EditSourceTests {
    /// The source of the proxy of a protocol with these requirements.
    private func proxy(_ requirements: String, head: String = "@Proxied protocol P: AnyObject") -> String {
        let made = TargetSources([("P.swift", "\(head) { \(requirements) }")])
        #expect(made.problems.isEmpty)
        return made.text
    }

    @Test func passesTheElementsOfTheTupleInPlaceOfTheParameters() {
        let text = proxy("func load(_ name: String, at index: Int) throws")
        #expect(
            text.contains(
                """
                        try forward(Selectors.load, (name, index)) {
                            try $0.load(name, at: index)
                        } edited: {
                            try $0.load($1.0, at: $1.1)
                        }

                """
            )
        )
        #expect(text.contains("traits: [.throwing, .editable],"))
    }

    @Test func aSingleArgumentIsNoTuple() {
        #expect(proxy("func load(_ name: String)").contains("$0.load($1)\n"))
        #expect(proxy("func load(_ pair: (Int, Int)?)").contains("$0.load($1)\n"))
        #expect(proxy("var name: String { get set }").contains("$0.name = $1\n"))
        #expect(proxy("subscript(row: Int) -> String { get set }").contains("$0[$1.1] = $1.0\n"))
    }

    @Test func assignsInoutArgumentsBeforeTheCall() {
        let text = proxy("func add(_ number: Int, to sum: inout Int) -> Int")
        #expect(
            text.contains(
                """
                        } edited: {
                            sum = $1.1.after
                            return $0.add($1.0, to: &sum)
                        }

                """
            )
        )
        let void = proxy("func reset(_ sum: inout Int)")
        #expect(void.contains("sum = $1.after\n") && void.contains("            $0.reset(&sum)\n"))
    }

    @Test func namesItsParametersForTypedErrors() {
        let text = proxy("func load(_ arguments: Int, _ sum: inout Int) async throws(Refusal) -> Int")
        #expect(text.contains("} edited: { target, arguments async throws(Refusal) in\n"))
        #expect(text.contains("sum = arguments.1.after\n"))
        #expect(text.contains("return try await target.load(arguments.0, &sum)\n"))
        // The parameter doesn't hide the tuple.
        #expect(text.contains("try await target.load(argument1, &sum)\n"))
        #expect(text.contains("failure: Refusal.self,"))
    }

    @Test func copiesASendingArgumentThatTheRequirementTakesOver() {
        let text = proxy("func hand(_ parcel: sending Parcel) -> Int")
        #expect(text.contains("nonisolated(unsafe) let parcel = $1\n"))
        #expect(text.contains("return $0.hand(parcel)\n"))
    }

    @Test func anErasedResultIsErasedInBothClosures() {
        let text = proxy("func back<Value>(_ value: Value, times: Int) -> Value")
        #expect(text.contains("$0.back(value, times: times) as Any\n"))
        #expect(text.contains("$0.back(value, times: $1.1) as Any\n        } as! Value\n"))
    }

    @Test(arguments: [
        "body: (Int) -> Void", "text: @autoclosure () -> String", "item: consuming Item", "item: borrowing Item",
        "item: some Item", "item: Span<Int>", "actor: isolated any Actor",
    ])
    func passesOnWhatIsNotInTheTuple(parameter: String) {
        let alone = proxy("func load(_ \(parameter))")
        #expect(!alone.contains("edited:") && !alone.contains(".editable"))
        let text = proxy("func load(_ \(parameter), at index: Int)")
        #expect(text.contains("at: $1.1)") && !text.contains("$1.0"))
        #expect(text.contains("traits: .editable,"))
    }

    @Test func passesOnValuesOfGenericTypesAndPacks() {
        let text = proxy("func load<T, each U>(_ item: T, _ rest: repeat each U, in list: inout [T], at index: Int)")
        #expect(text.contains("$0.load(item, repeat each rest, in: &list, at: $1.3)\n"))
        #expect(!text.contains(".after"))
    }

    @Test(arguments: ["@escaping (Int) -> Void", "@escaping @Sendable () -> Int", "@escaping (inout Int) -> Void"])
    func passesOnClosures(type: String) {
        #expect(!proxy("func load(_ done: \(type))").contains("edited:"))
        #expect(proxy("func load(_ done: \(type), at index: Int)").contains("$0.load(done, at: $1.1)\n"))
    }

    @Test func anOptionalClosureCanBecomeNil() {
        let text = proxy("func load(_ done: ((Int) -> Void)?, at index: Int)")
        // The tuple has the wrapper of the closure.
        #expect(text.contains("done = { [done] in\n") && text.contains("forward(Selectors.load, (done, index)) {\n"))
        #expect(text.contains("$0.load($1.0, at: $1.1)\n"))
    }

    @Test func aRequirementWithoutArgumentsHasNothingToEdit() {
        let text = proxy("func load(); var name: String { get }; func pair(_ pair: (Int, Int))")
        #expect(!text.contains("edited:") && !text.contains(".editable"))
    }

    @Test(arguments: ["throws(Fault)", "throws(Box<Fault>)", "rethrows"])
    func noErrorIsSafeWhereItsTypeDependsOnTheCall(effect: String) {
        let text = proxy("func load<Fault: Error>(_ body: () throws(Fault) -> Void) \(effect)")
        #expect(text.contains("failure: Never.self,"))
    }

    @Test func anAssociatedErrorTypeDependsOnTheProxy() {
        let text = proxy("associatedtype Fault: Error; func load() throws(Fault)", head: "@Proxied protocol P<Fault>")
        #expect(text.contains("failure: Never.self,"))
    }

    @Test(arguments: ["throws", "throws(any Error)", "throws(any Swift.Error)", ""])
    func anyErrorIsNotNamed(effect: String) {
        #expect(!proxy("func load() \(effect)").contains("failure:"))
    }
}
