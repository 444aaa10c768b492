// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Reactive
import Testing

@testable import ProxyCore

@Suite struct CallComparisonTests {
    private let target = PlainTarget()

    /// A recording of what a closure calls.
    private func run(_ body: (SampleProxy) -> Void) -> Recorder {
        let recorder = Recorder()
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
        body(proxy)
        recorder.flush()
        return recorder
    }

    private func changes(_ before: Recorder, _ after: Recorder, _ options: CallComparison.Options = .init()) throws
        -> [LaneComparison.Change]
    {
        try CallComparison(before, after, options).lanes.flatMap(\.rows).map(\.change).filter { $0 != .same }
    }

    @Test func namesTheOneChangedArgumentAmongAHundredThousandCalls() throws {
        let runs = [0, 1].map { change in
            run { proxy in
                for number in 0..<100_000 { proxy.count(number == 70_000 ? -change : number % 100, named: "n") }
            }
        }
        let comparison = try CallComparison(runs[0], runs[1])
        #expect(comparison.differences == 1 && comparison.calls == (100_000, 100_000))
        let report = CallComparisonReport(comparison, runs[0], runs[1])
        let changed = report.lanes.flatMap(\.lines).compactMap { line -> (UInt64?, [ComparedField])? in
            guard case .row(.changed, let before, _, let fields) = line else { return nil }
            return (before?.seq, fields)
        }
        #expect(changed.count == 1 && changed.first?.0 == 70_001)
        #expect(changed.first?.1 == [ComparedField(name: "number", before: "0", after: "-1")])
        #expect(report.lanes.flatMap(\.lines).count == 9)
    }

    @Test func aRunIsNotWholeIfItsLastPageWasCut() throws {
        let recorder = run { proxy in for number in 0..<6 { proxy.count(number, named: "n") } }
        func isWhole(_ limit: Int) throws -> Bool { try CallLanes(of: recorder, .init(), limit: limit).isWhole }
        #expect(try !isWhole(5))
        #expect(try isWhole(7))
    }

    @Test func ignoredCallsTakeNothingOfTheLimit() throws {
        let recorder = run { proxy in for number in 0..<6 { proxy.count(number, named: "n") } }
        var options = CallComparison.Options()
        options.ignored = [try InvocationFilter("arg.number:<3")]
        func lanes(_ limit: Int) throws -> CallLanes { try CallLanes(of: recorder, options, limit: limit) }
        let (whole, cut) = (try lanes(4), try lanes(2))
        #expect(whole.count == 3 && whole.ignored == 3 && whole.isWhole)
        #expect(cut.count == 2 && cut.ignored == 3 && !cut.isWhole)
    }

    @Test func aProgramIsEqualToItselfHoweverItsThreadsAreScheduled() async throws {
        // On a busy machine, a thread stands still for longer than the default, and a value would be cut by chance.
        var configuration = RecorderConfiguration()
        configuration.budget.time = .seconds(60)
        func program() async -> Recorder {
            let recorder = Recorder(configuration)
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    group.addTask { [target] in
                        let proxy = SampleProxy(recorder: recorder)
                        proxy.setForwardDelegate(target, retain: true)
                        for number in 0..<50 {
                            proxy.count(number * worker, named: "\(worker)")
                            proxy.changed(["a": number, "b": 2, "c": 3, "d": worker], NSObject(), UUID().uuidString)
                            await Task.yield()
                        }
                    }
                }
            }
            let shared = SampleProxy(recorder: recorder)
            shared.setForwardDelegate(target, retain: true)
            DispatchQueue.concurrentPerform(iterations: 200) { _ = shared.answer(to: "\($0)") }
            recorder.flush()
            return recorder
        }
        let first = await program()
        for _ in 0..<10 {
            let again = await program()
            let comparison = try CallComparison(first, again)
            let lanes = comparison.lanes.filter { $0.differences > 0 || $0.longer.before + $0.longer.after > 0 }
            let text = lanes.map { "\($0.name) \($0.instance) \($0.isOrdered): \($0.calls) \($0.differences)" }
            #expect(comparison.isSame && comparison.calls == (1_000, 1_000), "\(text)")
        }
    }

    @Test func whatDiffersBetweenRunsByItselfIsNoDifference() throws {
        let runs = (0..<2).map { _ in
            run { proxy in
                proxy.changed([:], NSObject(), "at 0x\(String(UInt.random(in: 0x1000...0xffff_ffff), radix: 16))")
                proxy.changed([:], NSObject(), "\(UUID())")
                proxy.changed([:], NSObject(), "started \(Date(timeIntervalSince1970: .random(in: 0...1e9)))")
            }
        }
        #expect(try CallComparison(runs[0], runs[1]).isSame)
        let other = run { proxy in for _ in 0..<3 { proxy.changed([:], NSObject(), "at 0x12 of 2026-11") } }
        #expect(try CallComparison(runs[0], other).differences == 3)
    }

    @Test func oneObjectInTwoPlacesDiffersFromTwoObjects() throws {
        let (one, other) = (NSObject(), NSObject())
        func pair(_ first: AnyObject, _ second: AnyObject) -> Recorder {
            let recorder = Recorder()
            let proxy = PairProxy(recorder: recorder)
            proxy.joined(first, second)
            recorder.flush()
            return recorder
        }
        #expect(try CallComparison(pair(one, other), pair(other, one)).isSame)
        #expect(try CallComparison(pair(one, other), pair(one, one)).differences == 1)
        let runs = (pair(one, one), pair(one, other))
        let report = CallComparisonReport(try CallComparison(runs.0, runs.1), runs.0, runs.1)
        guard case .row(.changed, _, _, let fields)? = report.lanes.first?.lines.first else {
            Issue.record("no changed call")
            return
        }
        #expect(fields.map(\.name) == ["other"])
    }

    /// Which values of two calls are alike.
    private func alike(_ before: [RecordedValue?], _ after: [RecordedValue?]) -> [Bool] {
        var pair = LikenessPair()
        return zip(before, after).map { pair.areAlike($0, $1) }
    }

    @Test func onlyTheValueWithAnotherObjectDiffers() {
        func object(_ address: UInt, isCut: Bool = false) -> RecordedValue {
            var value = RecordedValue(typeName: "Lamp", kind: .object, content: .address(address))
            if isCut { value.truncation = RecordedValue.Truncation(.time, original: 1) }
            return value
        }
        // The third object is new in both calls, though its number is not the same.
        #expect(
            alike([object(1), object(1), object(2)], [object(1), object(2), object(3)]) == [true, false, true]
        )
        #expect(alike([object(1), object(1), nil], [object(2), object(2), nil]) == [true, true, true])
        // A value that took too long may lack objects in one run.
        #expect(alike([object(1, isCut: true), object(1)], [object(2, isCut: true), object(3)]) == [true, true])
    }

    @Test(arguments: ["Duration?", "UnsafeRawPointer?", "ObjectIdentifier??", "UnsafePointer<Int>?"])
    func whatDiffersByItselfDoesSoInAnOptionalToo(type: String) {
        func value(_ number: Int64) -> RecordedValue {
            RecordedValue(typeName: type, kind: .scalar, content: .signed(number))
        }
        #expect(alike([value(1)], [value(2)]) == [true])
        #expect(alike([value(1)], [RecordedValue(typeName: type, kind: .nil)]) == [false])
    }

    /// An import names types as it likes.
    @Test func onlyMarksAtTheEndOfANameAreThoseOfAnOptional() {
        let values = [1, 2].map {
            RecordedValue(typeName: "Duration?Kept?", kind: .scalar, content: .signed($0))
        }
        #expect(alike([values[0]], [values[1]]) == [false])
        #expect(TypeName.unwrapped("[Int?: Duration?]??") == "[Int?: Duration?]")
        #expect(TypeName.unwrapped("Duration") == "Duration")
        #expect(TypeName.unwrapped("??") == "")
    }

    @Test func theOrderOfSetsWithinCollectionsIsNoDifference() throws {
        let texts = (0..<8).map(String.init)
        /// Sets of the same texts whose order differs, if it does in any of a hundred sizes.
        let sets = (8..<108).map { capacity in
            var set = Set<String>(minimumCapacity: capacity)
            set.formUnion(texts)
            return set
        }
        let one = sets[0]
        let other = try #require(sets.first { !$0.elementsEqual(one) })
        func recorded(_ set: Set<String>) throws -> [RecordedValue] {
            let recorder = Recorder()
            let proxy = NestProxy(recorder: recorder)
            proxy.take([set], [set], ["key": set])
            recorder.flush()
            return try #require(recorder.invocations().items.first).arguments.map(\.value)
        }
        #expect(alike(try recorded(one), try recorded(other)) == [true, true, true])
    }

    @Test func aCallAppearsVanishesAndMoves() throws {
        let whole = run { for number in 0..<10 { $0.count(number, named: "n") } }
        let less = run { proxy in for number in 0..<10 where number != 4 { proxy.count(number, named: "n") } }
        let moved = run { proxy in for number in [0, 1, 5, 2, 3, 4, 6, 7, 8, 9] { proxy.count(number, named: "n") } }
        #expect(try changes(whole, less) == [.vanished])
        #expect(try changes(less, whole) == [.appeared])
        #expect(try changes(whole, moved) == [.moved])
    }

    @Test func aLongerRunIsNoDifferenceUnlessItIsAskedFor() throws {
        func rounds(_ count: Int) -> Recorder {
            run { proxy in
                _ = proxy.answer(to: "begin")
                for _ in 0..<count { for number in 0..<5 { proxy.count(number, named: "n") } }
                _ = try? proxy.load("end")
            }
        }
        let (short, long) = (rounds(3), rounds(8))
        let comparison = try CallComparison(short, long)
        #expect(comparison.isSame && comparison.longer == (0, 25))
        #expect(try CallComparison(long, short).longer == (25, 0))
        var options = CallComparison.Options()
        options.isExact = true
        let exact = try CallComparison(short, long, options)
        #expect(!exact.isSame && exact.differences == 25 && exact.lanes.map(\.differences) == [25])
        let report = CallComparisonReport(exact, short, long)
        #expect(report.isComplete && report.lanes[0].lines.count { $0.isLonger } == 25)
        #expect(!CallComparisonReport(exact, short, long, limit: 24).isComplete)
        options = CallComparison.Options()
        options.countTolerance = 0.1
        #expect(try CallComparison(short, long, options).selectors.map(\.selector.name) == ["count(_:named:)"])
    }

    @Test func aRepeatedOrMissingLastCallIsADifference() throws {
        func ends(_ count: Int) -> Recorder {
            run { proxy in
                for number in 0..<5 { proxy.count(number, named: "n") }
                for _ in 0..<count { _ = proxy.answer(to: "end") }
            }
        }
        #expect(try changes(ends(1), ends(2)) == [.appeared])
        #expect(try changes(ends(1), ends(3)) == [.appeared, .appeared])
        #expect(try changes(ends(1), ends(0)) == [.vanished])
    }

    @Test func ignoresCallsAndValues() throws {
        let before = run { proxy in for number in 0..<10 { proxy.count(number, named: "n") } }
        let after = run { proxy in for number in 0..<10 { proxy.count(number, named: number == 3 ? "m" : "n") } }
        #expect(try changes(before, after) == [.changed])
        var options = CallComparison.Options()
        options.ignoredValues = ["name"]
        #expect(try changes(before, after, options) == [])
        options = CallComparison.Options()
        options.ignored = [try InvocationFilter("arg.number:3")]
        let comparison = try CallComparison(before, after, options)
        #expect(comparison.isSame && comparison.ignored == 2 && comparison.calls == (9, 9))
    }

    @Test func aChangedAnswerIsNamed() throws {
        let before = run { _ = $0.answer(to: "question") }
        let after = run { proxy in
            let handler = proxy.handle(SampleProxy.Selectors.answer) { _ in -1 }
            _ = proxy.answer(to: "question")
            handler.dispose()
        }
        let comparison = try CallComparison(before, after)
        let report = CallComparisonReport(comparison, before, after)
        guard case .row(.changed, _, _, let fields)? = report.lanes.first?.lines.first else {
            Issue.record("no changed call")
            return
        }
        #expect(fields.map(\.name) == ["result", "returnPath"])
    }
}

extension CallComparisonReport.Line {
    fileprivate var isLonger: Bool {
        if case .row(.longer, _, _, _) = self { true } else { false }
    }
}

private protocol PairDelegate: AnyObject {
    func joined(_ one: AnyObject, _ other: AnyObject)
}

private final class PairProxy: ProtocolProxy<any PairDelegate>, PairDelegate, @unchecked Sendable {
    private static let selector = MethodSelector<PairProxy, (AnyObject, AnyObject), Void>(
        "joined(_:_:)",
        of: "PairDelegate",
        parameters: ["one", "other"]
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(selector)] }

    func joined(_ one: AnyObject, _ other: AnyObject) {
        forward(Self.selector, (one, other)) { $0.joined(one, other) }
    }
}

private final class NestProxy: ProtocolProxy<any PairDelegate>, @unchecked Sendable {
    private typealias Nests = ([Set<String>]?, Set<Set<String>>, [String: Set<String>]?)
    private static let selector = MethodSelector<NestProxy, Nests, Void>(
        "take(_:_:_:)",
        of: "PairDelegate",
        parameters: ["list", "set", "map"]
    )

    func take(_ list: [Set<String>]?, _ set: Set<Set<String>>, _ map: [String: Set<String>]?) {
        forward(Self.selector, (list, set, map)) { _ in }
    }
}

/// Keeps nothing, so that several threads may call it.
private final class PlainTarget: SampleDelegate, Sendable {
    func count(_ number: Int, named name: String) {}
    func answer(to question: String) -> Int { question.count }
    func load(_ path: String) throws -> [String] { [path] }
    func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {}
}
