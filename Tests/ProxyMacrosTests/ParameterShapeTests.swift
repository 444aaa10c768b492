// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Testing

@Suite struct ParameterShapeTests {
    private final class Target: ParameterShapes {
        func add(_ number: Int, to sum: inout Int) { sum += number }
        func join(_ words: String..., by separator: String) -> String { words.joined(separator: separator) }
        func each(_ numbers: [Int], _ body: (Int) -> Void) { numbers.forEach(body) }
        func later(_ body: @escaping @Sendable (Int) -> Void) { body(3) }
        func lazily(_ text: @autoclosure () -> String) -> Int { text().count + text().count }
        func some(_ value: some CustomStringConvertible) -> String { value.description }
        func any(_ value: any CustomStringConvertible) -> String { value.description }
        func same<Value: Equatable>(_ left: Value, _ right: Value) -> Bool { left == right }
        func back<Value>(_ value: Value) -> Value where Value: Sendable { value }
        func pack<each Value>(_ value: repeat each Value) -> Int {
            var count = 0
            for _ in repeat each value { count += 1 }
            return count
        }
        func take(_ parcel: consuming Parcel) -> String { parcel.contents }
        func look(_ parcel: borrowing Parcel) -> String { parcel.contents }
        func hand(_ parcel: sending Parcel) -> String { parcel.contents }
        func unnamed(_ first: Int, _ second: Int) -> Int { first - second }
    }

    private let log = CallLog()
    private let proxy: ParameterShapesProxy

    init() {
        proxy = ParameterShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Target(), retain: true)
    }

    @Test func passesInoutArgumentsByReference() {
        var sum = 1
        proxy.add(2, to: &sum)
        #expect(sum == 3)
        #expect(log.lines == ["add(_:to:) number=2 sum=1"])
    }

    @Test func handsValuesOfAnyTypeOverAndBack() {
        final class Target: HandingShapes { func hand<Item>(_ item: sending Item) -> sending Item { item } }
        let proxy = HandingShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Target(), retain: true)
        #expect(proxy.hand(3) == 3)
        #expect(log.lines == ["hand(_:) item=3 -> 3"])
    }

    @Test func recordsWhatACallMadeOfAnInoutArgument() throws {
        var sum = 1
        proxy.add(2, to: &sum)
        let arguments = try #require(log.calls.first).arguments
        #expect(arguments.map(\.value.content) == [.signed(2), .signed(1)])
        #expect(arguments.map(\.after?.content) == [nil, .signed(3)])
        #expect(arguments[1].after?.typeName == "Int" && arguments[1].value.typeName == "Int")
    }

    @Test func tellsObserversWhatACallMadeOfAnInoutArgument() throws {
        var seen: [(InoutArgument<Int>, String)] = []
        let subscriptions = [
            proxy.sentMessage(.add).subscribe(onNext: { seen.append(($0.1, "sent")) }),
            proxy.methodInvoked(.add).subscribe(onNext: { seen.append(($0.1, "invoked")) }),
            proxy.returned(.add).subscribe(onNext: { seen.append(($0.0.1, "returned")) }),
        ]
        var sum = 1
        proxy.add(2, to: &sum)
        subscriptions.forEach { $0.dispose() }
        #expect(seen.map(\.1) == ["sent", "invoked", "returned"])
        #expect(seen.map(\.0.before) == [1, 1, 1] && seen.map(\.0.after) == [1, 3, 3])
        #expect(try #require(log.calls.first).arguments[1].after?.content == .signed(3))
    }

    @Test func filtersFindAnInoutArgumentByEitherValue() throws {
        var sum = 1
        proxy.add(2, to: &sum)
        sum = 10
        proxy.add(5, to: &sum)
        let calls = log.calls
        for (filter, count) in [
            ("arg.sum:1", 1), ("arg.sum:3", 1), ("arg.sum:15", 1), ("arg.number:3", 0), ("arg:15", 1),
        ] {
            var query = InvocationQuery()
            query.filter = try InvocationFilter(filter)
            #expect(log.recorder.invocations(query).items.count == count, "\(filter)")
            let parsed = try InvocationFilter(filter)
            #expect(calls.filter { parsed.matches($0) }.count == count, "\(filter)")
        }
    }

    @Test func passesVariadicArgumentsOnAsTheyCame() {
        #expect(proxy.join("a", "b", "c", by: "-") == "a-b-c")
        #expect(proxy.join(by: "-") == "")
        #expect(log.lines[0] == "join(_:by:) words=['a' 'b' 'c'] separator='-' -> 'a-b-c'")
    }

    @Test func passesClosuresOnWithoutLettingThemEscape() {
        var seen: [Int] = []
        proxy.each([1, 2]) { seen.append($0) }
        #expect(seen == [1, 2])
        #expect(log.calls[0].arguments[1].value.content == .text("(non-escaping closure)"))
    }

    @Test func passesEscapingClosuresOn() async {
        let answer = await withCheckedContinuation { continuation in proxy.later { continuation.resume(returning: $0) }
        }
        #expect(answer == 3)
        #expect(log.calls[0].arguments[0].value.kind == .function)
    }

    @Test func evaluatesAnAutoclosureAsOftenAsTheTargetDoes() {
        var evaluations = 0
        func text() -> String {
            evaluations += 1
            return "abc"
        }
        #expect(proxy.lazily(text()) == 6)
        #expect(evaluations == 2)
    }

    @Test func passesGenericArgumentsOnInTheirOwnTypes() {
        #expect(proxy.some(5) == "5")
        #expect(proxy.any("text") == "text")
        #expect(proxy.same("a", "a"))
        #expect(proxy.back([1, 2]) == [1, 2])
        #expect(proxy.pack(1, "two", 3.0) == 3)
        #expect(
            log.lines == [
                "some(_:) value=5 -> '5'", "any(_:) value='text' -> 'text'", "same(_:_:) left='a' right='a' -> true",
                "back(_:) value=[1 2] -> [1 2]", "pack(_:) value=[1 'two' Double] -> 3",
            ]
        )
    }

    @Test func passesOwnershipOn() {
        let parcel = Parcel()
        parcel.contents = "book"
        #expect(proxy.take(parcel) == "book")
        #expect(proxy.look(parcel) == "book")
        let other = Parcel()
        other.contents = "pen"
        #expect(proxy.hand(other) == "pen")
        #expect(log.lines[0] == "take(_:) parcel=(consumed value) -> 'book'")
        #expect(log.lines[1] == "look(_:) parcel=(borrowed value) -> 'book'")
    }

    @Test func namesParametersThatHaveNoName() {
        #expect(proxy.unnamed(5, 3) == 2)
        #expect(log.lines == ["unnamed(_:_:) argument1=5 argument2=3 -> 2"])
    }
}
