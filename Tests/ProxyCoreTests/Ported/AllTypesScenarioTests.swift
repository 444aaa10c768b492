// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// Every kind of argument and result is passed through and observed unchanged.
@Suite(.leavesNothing) struct AllTypesScenarioTests {
    @Test("testBasicForwardingCase") func sixteenArgumentsGoThroughAtOnce() throws {
        let proxy = WideProxy(recorder: Recorder())
        let target = WideTarget()
        proxy.setForwardDelegate(target, retain: true)
        var stages: [String] = []
        var seen: [[String]] = []
        target.onCall = { stages.append("target") }
        let before = try proxy.sentMessage("wide").subscribe(onNext: {
            stages.append("before")
            seen.append($0.map(Self.describe))
        })
        let after = try proxy.methodInvoked("wide").subscribe(onNext: {
            stages.append("after")
            seen.append($0.map(Self.describe))
        })
        var letters: [CChar] = [97, 98, 0]
        let object = LargeBox()
        let text = "constant"
        letters.withUnsafeMutableBufferPointer { mutable in
            text.withCString { constant in
                proxy.wide(
                    object,
                    LargeBox.self,
                    { 12 },
                    -1,
                    -2,
                    -3,
                    -4,
                    1,
                    2,
                    3,
                    4,
                    0.5,
                    0.25,
                    constant,
                    // The buffer is not empty, so it has an address.
                    mutable.baseAddress!,
                    Large()
                )
            }
        }
        #expect(stages == ["before", "target", "after"])
        #expect(seen.count == 2 && seen[0] == seen[1] && seen[0] == target.received)
        #expect(seen[0].count == 16)
        before.dispose()
        after.dispose()
    }

    /// Comparable forms of values: addresses of pointers and objects, results of closures.
    static func describe(_ value: Any) -> String {
        if let closure = value as? () -> Int { return "closure \(closure())" }
        if type(of: value) is AnyClass { return "object \(ObjectIdentifier(value as AnyObject))" }
        return "\(value)"
    }

    @Test("testObservingForAllTypes, testBaseClass_subClass_dont_interact_for_optimized_version")
    func everyKindOfValueIsObservedAndReturnedUnchanged() throws {
        let object = LargeBox()
        try check(object) { $0 === $1 }
        try check(LargeBox.self as AnyClass) { $0 == $1 }
        try check({ 7 } as () -> Int) { $0() == $1() }
        try check(Int8(-3)) { $0 == $1 }
        try check(Int16(-3)) { $0 == $1 }
        try check(Int32(-3)) { $0 == $1 }
        try check(Int64(-3)) { $0 == $1 }
        try check(Int(3)) { $0 == $1 }
        try check(UInt8(3)) { $0 == $1 }
        try check(UInt16(3)) { $0 == $1 }
        try check(UInt32(3)) { $0 == $1 }
        try check(UInt64.max) { $0 == $1 }
        try check(UInt(3)) { $0 == $1 }
        try check(Float(0.5)) { $0 == $1 }
        try check(Double.infinity) { $0 == $1 }
        try check(true) { $0 == $1 }
        try check("text") { $0 == $1 }
        try check([[1], [2, 3]]) { $0 == $1 }
        try check(["a": 1]) { $0 == $1 }
        try check(Int?.none) { $0 == $1 }
        try check(object as any AnyObject & Sendable) { $0 === $1 }
        try check(SampleError(code: 4) as any Error) { ($0 as? SampleError) == ($1 as? SampleError) }
        try "letters".withCString { try check($0) { $0 == $1 } }
        try check(Large()) { $0 == $1 }
    }

    @Test("testObserve_largeStructReturnValueFails") func aLargeResultIsReturnedWholeAndRecordedInItsBudget() throws {
        let recorder = Recorder()
        let proxy = EchoProxy(recorder: recorder)
        let target = EchoTarget()
        proxy.setForwardDelegate(target, retain: true)
        let large = Array(repeating: Large(), count: 500)
        #expect(proxy.echo(large) == large)
        recorder.flush()
        let result = try #require(recorder.invocations().items.first?.result)
        #expect(result.count == 500 && result.children.count < 500)
    }

    /// Passes a value through a proxy and back, with each kind of observer and with none.
    private func check<Value>(_ value: Value, _ isSame: (Value, Value) -> Bool) throws {
        let recorder = Recorder()
        let proxy = EchoProxy(recorder: recorder)
        let selector = EchoProxy.selector(Value.self)
        let target = EchoTarget()
        proxy.setForwardDelegate(target, retain: true)
        var stages: [String] = []
        var seen: [Value] = []
        target.onCall = { stages.append("target") }
        let observers = [
            proxy.signal(before: selector).subscribe(onNext: {
                seen.append($0)
                stages.append("before")
            }),
            proxy.signal(after: selector).subscribe(onNext: {
                seen.append($0.0)
                seen.append($0.1)
                stages.append("after")
            }),
        ]
        let result = proxy.echo(value)
        #expect(isSame(result, value), "\(Value.self)")
        #expect(seen.count == 3 && seen.allSatisfy { isSame($0, value) }, "\(Value.self)")
        #expect(stages == ["before", "target", "after"], "\(Value.self)")
        observers.forEach { $0.dispose() }
        #expect(isSame(proxy.echo(value), value) && seen.count == 3, "\(Value.self)")
        recorder.flush()
        #expect(recorder.status.recorded == 2, "\(Value.self)")
    }
}
