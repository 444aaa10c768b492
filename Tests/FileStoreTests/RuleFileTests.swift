// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import FileStore
import Foundation
import Testing

@testable import FilterTestSupport
@testable import ProxyCore

/// What rules did, in files.
@Suite struct RuleFileTests {
    private let folder = TemporaryFolder()

    /// Records calls on which rules acted in every way, and one on which none did.
    private func record(into recorder: Recorder) throws {
        let proxy = GateProxy(recorder: recorder)
        let gate = Gate()
        proxy.setForwardDelegate(gate, retain: true)
        func add(_ action: Rule.Action, at point: Rule.Point = .before, when filter: String) throws {
            var rule = Rule(action, at: point, when: try InvocationFilter(filter))
            rule.blocks = [.main, .tasks]
            try recorder.rules.add(rule)
        }
        try add(.delay(.milliseconds(1)), when: "selector:pass arg.number:1")
        try add(.edit("number", "7"), when: "selector:pass arg.number:1")
        try add(.answer("100"), at: .after, when: "selector:pass arg.number:2")
        try add(.throw(.text("no")), when: "selector:pass arg.number:3")
        try add(.mark, when: "selector:pass arg.number:4")
        try add(.comment("odd"), at: .after, when: "selector:pass arg.number:4")
        try add(.edit("sum", "50"), when: "selector:pass arg.number:5")
        try add(.hold(deadline: .seconds(600)), when: "selector:pass arg.number:6")
        let deciding = recorder.rules.onEvent { [rules = recorder.rules] event in
            if case .held(let held) = event { try? rules.release(held.number, .answer("60")) }
        }
        for number in [1, 2, 3, 4, 5, 6, 9] {
            var sum = 10
            _ = try? proxy.pass(number, sum: &sum)
        }
        deciding.cancel()
        recorder.flush()
    }

    private func calls(_ recorder: Recorder, _ filter: String = "") throws -> [Invocation] {
        var query = InvocationQuery(try InvocationFilter(filter))
        query.order = .ascending
        return recorder.invocations(query).items
    }

    private func replayed(_ body: (Recorder, Recorder) throws -> Void) throws {
        let recorder = Recorder()
        try recorder.keep(in: .file(folder.file()))
        try record(into: recorder)
        recorder.detachSink()
        try body(recorder, Recorder(replaying: folder.file()))
    }

    @Test func aFileKeepsWhatRulesDid() throws {
        try replayed { recorder, replay in
            let (left, right) = (try calls(recorder), try calls(replay))
            #expect(left.count == 7)
            for (recorded, read) in zip(left, right) { #expect("\(recorded)" == "\(read)") }
            #expect(right.map(\.rule) == [2, 3, 4, 6, 7, 8, nil])
            #expect(right.map(\.returnPath) == [.target, .stub, .stub, .target, .target, .intercept, .target])
            #expect(right.map { $0.heldNanoseconds != nil } == [true, false, false, false, false, true, false])
            #expect(right[0].arguments.map(\.edited?.content) == [.signed(7), nil])
            #expect(right[1].targetResult?.content == .signed(12) && right[1].result?.content == .signed(100))
            #expect(right[2].error?.typeName == "RuleError" && right[2].targetNanoseconds == nil)
            #expect(right[3].isMarked && right[3].comment == "odd")
            #expect(
                right[4].arguments[1].edited?.content == .signed(50)
                    && right[4].arguments[1].after?.content == .signed(55)
            )
        }
    }

    @Test(arguments: [
        "rule:3", "rule:>3", "-rule:3", "has:rule", "-has:rule", "has:edit", "-has:edit", "path:stub", "path:intercept",
        "-path:stub", "held:>1us", "held:<1h", "-held:>1us", "has:edit held:>1ms", "is:marked rule:6", "comment:odd",
        "path:stub OR has:edit", "rule:2..4 state:returned",
    ]) func filtersFindTheSameInTheFileAsInMemory(filter: String) throws {
        try replayed { recorder, replay in
            let all = try calls(recorder)
            let filtered = try InvocationFilter(filter)
            let expected = all.filter { filtered.matches($0) }.map(\.seq)
            #expect(try calls(recorder, filter).map(\.seq) == expected)
            #expect(try calls(replay, filter).map(\.seq) == expected)
            #expect(recorder.count(matching: filtered).matched == expected.count)
            #expect(replay.count(matching: filtered).matched == expected.count)
            #expect(!expected.isEmpty && expected.count < all.count)
        }
    }

    @Test func anImportTakesThemOver() throws {
        let recorder = Recorder()
        try record(into: recorder)
        let file = folder.file("copy.sqlite")
        let target = try RecordingImport(path: file.path)
        for call in try calls(recorder) {
            try InvocationEncoder.encode(call, .all).withUnsafeBytes { try target.add($0) }
        }
        _ = try target.finish()
        let imported = try calls(Recorder(replaying: file))
        for (recorded, read) in zip(try calls(recorder), imported) {
            #expect(read.rule == recorded.rule && read.heldNanoseconds == recorded.heldNanoseconds)
            #expect(read.returnPath == recorded.returnPath && read.targetResult == recorded.targetResult)
            #expect(read.arguments.map(\.edited) == recorded.arguments.map(\.edited))
        }
        #expect(imported.count == 7)
    }
}

private protocol GateDelegate: AnyObject { func pass(_ number: Int, sum: inout Int) throws -> Int }

private final class Gate: GateDelegate {
    func pass(_ number: Int, sum: inout Int) throws -> Int {
        sum += number
        return sum
    }
}

private final class GateProxy: ProtocolProxy<any GateDelegate>, GateDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let pass = MethodSelector<GateProxy, (Int, InoutArgument<Int>), Int>(
        "pass(_:sum:)",
        of: "GateDelegate",
        parameters: ["number", "sum"],
        traits: [.throwing, .needsAnswer, .editable]
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(pass)] }

    func pass(_ number: Int, sum: inout Int) throws -> Int {
        try forward(Self.pass, (number, InoutArgument(sum))) {
            try $0.pass(number, sum: &sum)
        } edited: {
            sum = $1.1.after
            return try $0.pass($1.0, sum: &sum)
        }
    }
}
