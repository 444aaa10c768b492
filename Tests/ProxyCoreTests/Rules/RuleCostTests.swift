// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AllocationCounting
import ProxyTestSupport
import Testing

@testable import ProxyCore

/// Calls on which no rule acts cost what they cost without rules.
@Suite(.enabled(if: callocation_is_counting(), "the allocator is a sanitizer's"))
struct RuleCostTests {
    private let recorder = Recorder(.unhurried)
    private let proxy: RuledProxy
    /// Too long for inline storage in the string.
    private let text = String(repeating: "on the heap ", count: 4)

    init() {
        proxy = RuledProxy(recorder: recorder)
        proxy.setForwardDelegate(QuietTarget(), retain: true)
    }

    /// Allocations per hundred calls, after one that registers the thread with the recorder.
    private func allocations(_ call: () -> Void) -> UInt64 {
        call()
        recorder.flush()
        let before = callocation_count()
        for _ in 0..<100 { call() }
        return callocation_count() - before
    }

    @Test(arguments: ["none", "others", "gone", "off", "removed by replacing"])
    func callsWithoutARuleOfTheirOwnAllocateNothing(state: String) async throws {
        switch state {
        case "others": for _ in 0..<100 { try recorder.rules.add(.answer(#""x""#), to: "title.get") }
        case "gone":
            try recorder.rules.add(Rule(.mark))
            recorder.rules.removeAll()
        case "off": try recorder.rules.add(.mark, to: "note(_:named:)") { $0.isEnabled = false }
        case "removed by replacing":
            try recorder.rules.add(.mark, to: "note(_:named:)")
            try recorder.rules.replace(1, with: Rule(.mark, when: .of("title.get")))
        default: break
        }
        #expect(allocations { proxy.note(1, named: text) } == 0)
        #expect(allocations { _ = proxy.retries(after: 1) } == 0)
        recorder.pause()
        #expect(allocations { proxy.note(1, named: text) } == 0)
    }

    @Test func aRulesFilterIsDecidedByTheRequirementWhereItCanBe() throws {
        try recorder.rules.add(.mark, to: "title.get")
        let selective = try recorder.rules.add(
            Rule(.mark, when: try InvocationFilter("protocol:RuledDelegate arg.number:7"))
        )
        for number in 0..<10 { proxy.note(number, named: text) }
        let status = try #require(recorder.rules.rule(selective.number))
        #expect(status.seen == 1 && status.applied == 1)
        #expect(recorder.rules.rule(1)?.seen == 0)
    }

    @Test func aDearFilterSaysSo() throws {
        let dear = try recorder.rules.add(Rule(.mark, when: try InvocationFilter("arg:/a+b/")))
        #expect(dear.warnings.contains { $0.contains("regular expression") })
        let cheap = try recorder.rules.add(Rule(.mark, when: try InvocationFilter("arg.number:7")))
        #expect(cheap.warnings.isEmpty)
        let early = try recorder.rules.add(Rule(.mark, when: try InvocationFilter("duration:>1s")))
        #expect(early.warnings.contains { $0.contains("before it ends") })
        let late = try recorder.rules.add(Rule(.mark, at: .after, when: try InvocationFilter("duration:>1s")))
        #expect(late.warnings.isEmpty)
    }

    /// Regression test: such a rule never acted, or always, and nothing said so.
    @Test(arguments: [
        ("parent:7", "the parent call"), ("-has:parent", "the parent call"), ("seq:7", "the number of the call"),
        ("id:7", "the number of the call"), ("position:>7", "the position"), ("skipped:>0", "the skipped calls"),
        ("completion:never", "its closure arguments"), ("finding:target_gone", "a target that was gone"),
    ]) func aFilterOfWhatOnlyTheRecordTellsSaysSo(filter: String, word: String) throws {
        for point in [Rule.Point.before, .after] {
            let status = try recorder.rules.add(Rule(.mark, at: point, when: try InvocationFilter(filter)))
            #expect(status.warnings.count == 1, "\(status.warnings)")
            let warning = try #require(status.warnings.first)
            #expect(warning.contains(word) && warning.contains("no rule knows"))
        }
    }

    @Test(arguments: [
        "finding:off_main", "has:finding", "-has:finding", "rule:1", "has:edit", "is:marked", "comment:odd", "held:>1s",
        "is:nested",
    ])
    func aFilterOfWhatRulesKnowNeedsNoWarning(filter: String) throws {
        #expect(try recorder.rules.add(Rule(.mark, when: try InvocationFilter(filter))).warnings.isEmpty)
    }
}

/// Stores nothing, so that only the path of the call is counted.
private final class QuietTarget: RuledDelegate {
    func note(_ number: Int, named name: String) {}
    func retries(after bytes: Int) -> Bool { true }
    func load(_ path: String) throws -> [String] { [] }
    func open(_ door: Int) throws(DoorError) -> String { "" }
    func seal(_ door: Int) throws(SealError) {}
    func comply(_ order: Int) throws(RuleError) {}
    func fetch(_ page: Int) async -> String { "" }
    func upload(_ page: Int) async throws -> Int { 0 }
    func save(_ page: Int) async throws(DoorError) {}
    @MainActor func show(_ page: Int) -> Int { 0 }
    @MainActor func render(_ page: Int) async -> Int { 0 }
    var title: String {
        get { "" }
        set {}
    }
    subscript(row: Int) -> String {
        get { "" }
        set {}
    }
    func add(_ number: Int, to sum: inout Int) -> Int { sum }
    func grow(_ number: Int, to sum: inout Int) async -> Int { sum }
    func echo<Value>(_ value: Value, times: Int) -> Value { value }
}
