// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import ProxyCore
import Reactive
import Testing

@testable import FilterTestSupport

/// Rare values: `inout` arguments after the call, and the target's result behind a handler.
@Suite struct OtherValuesTests {
    private let folder = TemporaryFolder()

    private func record(into recorder: Recorder) {
        let proxy = CounterProxy(recorder: recorder)
        let target = Counter()
        proxy.setForwardDelegate(target, retain: true)
        var count = 1
        _ = proxy.count(by: 2, in: &count)
        let handler = proxy.handle(CounterProxy.count) { _ in 40 }
        _ = proxy.count(by: 3, in: &count)
        handler.dispose()
        recorder.flush()
    }

    private func lines(of recorder: Recorder) throws -> String {
        var lines: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson, proxyEvents: .none).write { lines += $0 }
        return String(decoding: lines, as: UTF8.self)
    }

    @Test func linesHaveTheValueAfterTheCallAndTheTargetsAnswer() throws {
        let recorder = Recorder()
        record(into: recorder)
        let lines = try lines(of: recorder).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains(#""kind":"scalar","value":1,"after":{"type":"Int","kind":"scalar","value":3}"#))
        #expect(!lines[0].contains("targetResult"))
        #expect(lines[1].contains(#""targetResult":{"type":"Int","kind":"scalar","value":6}"#))
    }

    @Test func aFileKeepsThem() throws {
        let recorder = Recorder()
        try recorder.keep(in: .file(folder.file()))
        record(into: recorder)
        recorder.detachSink()
        let history = try Recorder(replaying: folder.file())
        var query = InvocationQuery()
        query.order = .ascending
        let calls = history.invocations(query).items
        #expect(calls.map { $0.arguments[1].after?.content } == [.signed(3), .signed(6)])
        #expect(calls.map { $0.targetResult?.content } == [nil, .signed(6)])
        query.filter = try InvocationFilter("arg.count:6")
        #expect(history.invocations(query).items.count == 1)
    }

    @Test func aFloatOfAFileIsFoundByTheNumberThatIsShown() throws {
        let recorder = Recorder()
        try recorder.keep(in: .file(folder.file()))
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        for float in [0.1, 0.25, -.infinity] as [Float] { proxy.any(float, named: nil) }
        recorder.flush()
        recorder.detachSink()
        let history = try Recorder(replaying: folder.file())
        for (text, expected) in [("arg:0.1", 1), ("arg.value:>0.1", 1), ("arg.value:<=0.1", 2)] {
            let filter = try InvocationFilter(text)
            for recorder in [recorder, history] {
                #expect(recorder.count(matching: filter, within: .seconds(60)).matched == expected, "\(text)")
            }
        }
    }

    @Test func anImportTakesThemOver() throws {
        let recorder = Recorder()
        record(into: recorder)
        let written = try lines(of: recorder)
        let file = folder.file("copy.sqlite")
        let target = try RecordingImport(path: file.path)
        for line in written.utf8.split(separator: UInt8(ascii: "\n")) {
            try Array(line).withUnsafeBytes { try target.add($0) }
        }
        _ = try target.finish()
        let calls = try Recorder(replaying: file).invocations(InvocationQuery()).items
        #expect(calls.map { $0.arguments[1].after?.content } == [.signed(6), .signed(3)])
        #expect(calls.first?.targetResult?.content == .signed(6))
    }
}

private protocol CounterDelegate: AnyObject {
    func count(by step: Int, in count: inout Int) -> Int
}

private final class Counter: CounterDelegate {
    func count(by step: Int, in count: inout Int) -> Int {
        count += step
        return count
    }
}

private final class CounterProxy: ProtocolProxy<any CounterDelegate>, CounterDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let count = MethodSelector<CounterProxy, (Int, InoutArgument<Int>), Int>(
        "count(by:in:)",
        of: "CounterDelegate",
        parameters: ["step", "count"]
    )

    func count(by step: Int, in count: inout Int) -> Int {
        forward(Self.count, (step, InoutArgument(count))) { $0.count(by: step, in: &count) }
    }
}
