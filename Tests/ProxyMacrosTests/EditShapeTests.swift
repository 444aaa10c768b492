// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

/// Rules that change the arguments which the target gets.
@Suite struct EditShapeTests {
    private final class Target: EditShapes {
        var cells = ["": ""]
        var title = ""
        func one(_ number: Int) -> Int { number }
        func both(_ text: String, times: Int) -> String { String(repeating: text, count: times) }
        func added(_ number: Int, to sum: inout Int) -> Int {
            sum += number
            return sum
        }
        func reset(_ sum: inout Int) { sum *= 100 }
        func strict(_ number: Int, arguments sum: inout Int) throws(ShapeError) -> String {
            if number < 0 { throw ShapeError(code: number) }
            sum += number
            return "\(sum)"
        }
        func later(_ number: Int, to sum: inout Int) async throws(ShapeError) -> String {
            await Task.yield()
            return try strict(number, arguments: &sum)
        }
        func joined(_ words: String..., by separator: String) -> String { words.joined(separator: separator) }
        func sent(_ parcel: sending Parcel, times: Int) async -> sending Parcel {
            let copy = Parcel()
            copy.contents = String(repeating: parcel.contents, count: times)
            return copy
        }
        func mapped(_ number: Int, _ body: (Int) throws -> Int) rethrows -> Int { try body(number) }
        func listed<Value>(_ value: Value, times: Int) -> [Value] { Array(repeating: value, count: times) }
        func consumed(_ parcel: consuming Parcel, times: Int) -> String { "\(parcel.contents)\(times)" }
        func borrowed(_ parcel: borrowing Parcel, times: Int) -> String { "\(parcel.contents)\(times)" }
        func answered(_ number: Int, done: @escaping (Int) -> Void) { done(number) }
        func failed<Fault: Error>(_ fault: Fault, if number: Int) throws(Fault) { if number != 0 { throw fault } }
        func only(_ done: @escaping (Int) -> Void) { done(1) }
        func maybe(_ done: ((Int) -> Void)?) { done?(1) }
        @MainActor func shown(_ parcel: Parcel, times: Int) async -> Parcel {
            MainActor.assertIsolated()
            parcel.contents += "\(times)"
            return parcel
        }
        func ranked(_ name: String) -> Int { name.count }
        subscript(row row: Int, column column: Int) -> String {
            get { "\(row)/\(column)" }
            set { cells["\(row)/\(column)"] = newValue }
        }
    }

    private let log = CallLog()
    private let proxy: EditShapesProxy
    private let target = Target()

    init() {
        proxy = EditShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(target, retain: true)
    }

    /// Changes an argument of the calls of a requirement.
    private func edit(_ argument: String, of requirement: String, to json: String) throws {
        let filter = try InvocationFilter("selector:\(requirement)*")
        try log.recorder.rules.add(Rule(.edit(argument, RuleValue(json: json)), when: filter))
    }

    @Test func onlyTheChangedArgumentIsAnother() throws {
        try edit("number", of: "one", to: "5")
        #expect(proxy.one(1) == 5)
        try edit("times", of: "both", to: "3")
        #expect(proxy.both("a", times: 1) == "aaa")
        try edit("by", of: "joined", to: #""+""#)
        #expect(proxy.joined("a", "b", by: "-") == "a+b")
        try edit("words", of: "joined", to: #"["x", "y", "z"]"#)
        #expect(proxy.joined("a", "b", by: "-") == "x+y+z")
        try edit("name", of: "ranked", to: #""four""#)
        #expect(proxy.ranked("") == 4)
    }

    @Test func anInoutArgumentIsChangedForTheCallerToo() async throws {
        try edit("sum", of: "added", to: "40")
        var sum = 1
        #expect(proxy.added(2, to: &sum) == 42 && sum == 42)
        try edit("sum", of: "reset", to: "7")
        proxy.reset(&sum)
        #expect(sum == 700)
        // The other arguments leave it alone.
        try edit("number", of: "strict", to: "10")
        sum = 1
        #expect(try proxy.strict(2, arguments: &sum) == "11" && sum == 11)
        try edit("sum", of: "later", to: "20")
        #expect(try await proxy.later(3, to: &sum) == "23")
        #expect(sum == 23)
    }

    @Test func typedErrorsOfTheTargetStayTyped() throws {
        try edit("number", of: "strict", to: "-3")
        var sum = 1
        do throws(ShapeError) {
            _ = try proxy.strict(2, arguments: &sum)
            Issue.record("the target got another number")
        } catch {
            #expect(error.code == -3)
        }
    }

    @Test func whatCannotBeChangedIsPassedOnBesideWhatIs() async throws {
        let parcel = Parcel()
        parcel.contents = "p"
        for name in ["consumed", "borrowed", "listed", "shown", "sent"] { try edit("times", of: name, to: "2") }
        #expect(proxy.consumed(parcel, times: 1) == "p2" && proxy.borrowed(parcel, times: 1) == "p2")
        #expect(proxy.listed("v", times: 1) == ["v", "v"])
        #expect(await contentsOfSentParcel() == "qq")
        try edit("number", of: "mapped", to: "6")
        #expect(proxy.mapped(1) { $0 * 2 } == 12)
        try edit("number", of: "failed", to: "1")
        #expect(throws: ShapeError(code: 9)) { try proxy.failed(ShapeError(code: 9), if: 0) }
    }

    private func contentsOfSentParcel() async -> String {
        let parcel = Parcel()
        parcel.contents = "q"
        return await proxy.sent(parcel, times: 1).contents
    }

    @Test @MainActor func aRequirementOfTheMainActorStaysThere() async throws {
        try edit("times", of: "shown", to: "2")
        #expect(await proxy.shown(Parcel(), times: 1).contents == "2")
    }

    @Test func aFollowedClosureIsStillFollowed() throws {
        try edit("number", of: "answered", to: "8")
        var answers: [Int] = []
        proxy.answered(1) { answers.append($0) }
        #expect(answers == [8])
        #expect(try #require(log.calls.last).completions.flatMap(\.calls).count == 1)
    }

    @Test func anOptionalClosureCanBeTakenAway() throws {
        try edit("done", of: "maybe", to: "null")
        proxy.maybe { _ in Issue.record("the target got the closure") }
        #expect(try #require(log.calls.last).selector.name == "maybe(_:)")
    }

    @Test func valuesAndPlacesOfPropertiesAndSubscriptsCanBeChanged() throws {
        try edit("newValue", of: "title.set", to: #""new""#)
        proxy.title = "old"
        #expect(target.title == "new")
        try edit("column", of: "subscript", to: "4")
        #expect(proxy[row: 1, column: 2] == "1/4")
        proxy[row: 1, column: 2] = "cell"
        #expect(target.cells["1/4"] == "cell")
    }

    @Test(arguments: ["mapped", "failed", "strict"])
    func noRuleThrowsWhatTheCallerMayNotExpect(requirement: String) throws {
        let filter = try InvocationFilter("selector:\(requirement)*")
        #expect(throws: RuleProblem.self) { try log.recorder.rules.add(Rule(.throw(.text("no")), when: filter)) }
    }

    @Test func selectorsTellWhetherArgumentsCanBeChanged() {
        let traits = { (name: String) in
            EditShapesProxy.requirements.first { $0.requirement.selector.name == name }?.requirement.traits
        }
        #expect(traits("one(_:)")?.contains(.editable) == true)
        #expect(traits("title.set")?.contains(.editable) == true)
        #expect(traits("title.get")?.contains(.editable) == false)
        #expect(traits("only(_:)")?.contains(.editable) == false)
    }
}
