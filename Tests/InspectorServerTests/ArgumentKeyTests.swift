// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import CallExport
@testable import InspectorServer

/// Arguments without names, and with equal ones, as calls have that were recorded without a proxy.
@Suite struct ArgumentKeyTests {
    private func arguments(_ names: [String]) -> [Invocation.Argument] {
        names.enumerated().map { number, name in
            let value = RecordedValue(typeName: "Int", kind: .scalar, content: .signed(Int64(number)))
            return Invocation.Argument(label: name.isEmpty ? nil : name, name: name, value: value)
        }
    }

    private func call(_ names: [String]) throws -> Invocation {
        var calls = TimedCalls()
        calls.add("f", 0..<10)
        var call = try #require(calls.calls.first)
        call.arguments = arguments(names)
        return call
    }

    @Test(arguments: [
        (["text", "count"], ["text", "count"]), (["a", "a", "", ""], ["a", "a (1)", "2", "3"]),
        (["", "0"], ["0", "0 (1)"]),
        (["1", ""], ["1", "1 (1)"]), (["a", "a (2)", "a"], ["a", "a (2)", "a (2) (2)"]), ([], []),
    ]) func eachArgumentHasAKeyOfItsOwn(names: [String], keys: [String]) {
        #expect(ArgumentKeys.keys(of: arguments(names)) == keys)
    }

    @Test func aTraceHasAllArgumentsOfACall() throws {
        var encoder = TraceEncoder(
            ExportContext(epoch: "0a1b2c3d", filter: "", startedAtNanoseconds: 0, counters: Recorder().status)
        )
        let bytes = encoder.begin() + encoder.encode(try call(["a", "a", "", ""])) + encoder.end()
        let events = try #require(try JSONValue(parsing: bytes)["traceEvents"]?.elements)
        let shown = try #require(events.last?["args"]?["arguments"])
        #expect(["a", "a (1)", "2", "3"].map { shown[$0]?.text } == ["0", "1", "2", "3"])
        #expect(shown.keys?.count == 4)
    }

    @Test func aSpanHasAnAttributeForEachArgument() throws {
        let epoch = SpanEpoch("0a1b2c3d")
        let place = SpanPlaces.Place(trace: TraceID(ofRoot: 1, in: epoch), parent: nil)
        let span = CallSpan(try call(["a", "a", "", ""]), at: place, in: epoch, hasValues: true)
        let keys = span.attributes.map(\.key)
        #expect(
            keys.filter { $0.hasPrefix("delegate.argument.") }.map { String($0.dropFirst(18)) } == [
                "a", "a (1)", "2", "3",
            ]
        )
        #expect(Set(keys).count == keys.count)
    }
}
