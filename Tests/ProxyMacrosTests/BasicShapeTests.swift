// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Testing

@Suite struct BasicShapeTests {
    /// Includes each argument in its results.
    private final class Target: BasicShapes {
        var seen: [String] = []

        func nothing() { seen.append("nothing") }
        func note(_ text: String) { seen.append(text) }
        func note(_ number: Int) { seen.append("\(number)") }
        func sum(of first: Int, and second: Int) -> Int { first + second }
        func maybe(_ text: String?) -> [String: Int]? { text.map { [$0: $0.count] } }
        func load(_ name: String) throws -> String {
            guard !name.isEmpty else { throw ShapeError(code: 1) }
            return name + name
        }
        func check(_ code: Int) throws(ShapeError) { if code != 0 { throw ShapeError(code: code) } }
        func rethrowing(_ body: () throws -> Void) rethrows { try body() }
        func forward(forward: Bool, target: Int, result: String) throws(ShapeError) -> String {
            if forward { throw ShapeError(code: target) }
            return result + result
        }
        func all() { seen.append("all") }
        func `repeat`(in place: String, _ times: Int) -> Int { place.count * times }
        func pair(_ pair: (Int, String)) -> (first: Int, second: String) { (pair.0 + 1, pair.1) }
    }

    private let log = CallLog()
    private let target = Target()
    private let proxy: BasicShapesProxy

    init() {
        proxy = BasicShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(target, retain: true)
    }

    @Test func forwardsMethodsWithoutAResult() {
        proxy.nothing()
        proxy.note("text")
        proxy.note(5)
        proxy.all()
        #expect(target.seen == ["nothing", "text", "5", "all"])
        #expect(
            log.lines == ["nothing()", "note(_:)(String) text='text'", "note(_:)(Int) number=5", "all()"]
        )
    }

    @Test func forwardsMethodsWithAResult() {
        #expect(proxy.sum(of: 2, and: 3) == 5)
        #expect(proxy.maybe("abc") == ["abc": 3])
        #expect(proxy.maybe(nil) == nil)
        #expect(proxy.repeat(in: "here", 3) == 12)
        #expect(proxy.pair((1, "one")) == (2, "one"))
        #expect(
            log.lines == [
                "sum(of:and:) first=2 second=3 -> 5", "maybe(_:) text='abc' -> ['abc' 3]", "maybe(_:) text=nil -> nil",
                "repeat(in:_:) place='here' times=3 -> 12", "pair(_:) pair=[1 'one'] -> [2 'one']",
            ]
        )
    }

    @Test func passesErrorsUnchanged() throws {
        #expect(try proxy.load("a") == "aa")
        #expect(throws: ShapeError(code: 1)) { try proxy.load("") }
        try proxy.check(0)
        #expect(throws: ShapeError(code: 4)) { try proxy.check(4) }
        #expect(
            log.lines == [
                "load(_:) name='a' -> 'aa'", "load(_:) name='' throws [1]", "check(_:) code=0",
                "check(_:) code=4 throws [4]",
            ]
        )
    }

    @Test func throwsOnlyWhatAnArgumentThrows() throws {
        proxy.rethrowing {}
        #expect(throws: ShapeError(code: 9)) { try proxy.rethrowing { throw ShapeError(code: 9) } }
        #expect(log.calls.map(\.state) == [.returned, .threw])
    }

    @Test func takesParametersWithTheNamesThatItUsesItself() throws {
        #expect(try proxy.forward(forward: false, target: 1, result: "r") == "rr")
        #expect(throws: ShapeError(code: 2)) { try proxy.forward(forward: true, target: 2, result: "") }
        #expect(log.lines[0] == "forward(forward:target:result:) forward=false target=1 result='r' -> 'rr'")
    }

    @Test func letsCallsBeObservedByTheirNames() throws {
        var seen: [String] = []
        let observation = proxy.methodInvoked(.sum).subscribe(onNext: { seen.append("\($0.0) and \($0.1)") })
        let results = proxy.returned(.sum).subscribe(onNext: { seen.append("makes \($0.1)") })
        let handler = proxy.handle(.sum) { first, second in first * second }
        #expect(proxy.sum(of: 3, and: 4) == 12)
        #expect(seen == ["3 and 4", "makes 12"])
        [observation, results, handler].forEach { $0.dispose() }
        #expect(proxy.responds(to: .sum))
    }
}
