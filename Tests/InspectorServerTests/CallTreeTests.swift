// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import CallExport

/// Trees of calls with chosen times, written as lines: `name calls total self`, indented by the callers.
@Suite struct CallTreeTests {
    private func lines(_ tree: CallTree) -> [String] {
        func lines(_ places: [Int], _ indent: String) -> [String] {
            places.flatMap { place in
                let node = tree.nodes[place]
                let numbers = "\(node.calls) \(node.totalNanoseconds) \(node.selfNanoseconds)"
                let line = "\(indent)\(tree.selectors[node.selector].name) \(numbers)"
                return [line] + lines(node.children, indent + " ")
            }
        }
        return lines(tree.roots, "")
    }

    @Test func selfTimeIsWhatTheCallsInsideDoNotCover() {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<100)
        let inner = calls.add("b", 10..<40, in: outer)
        calls.add("c", 20..<30, in: inner)
        calls.add("b", 50..<90, in: outer)
        calls.add("a", 200..<210)
        let tree = calls.tree()
        #expect(lines(tree) == ["a 2 110 40", " b 2 70 60", "  c 1 10 10"])
        #expect(tree.calls == 5 && tree.nanoseconds == 110 && !tree.isCut)
    }

    @Test func callsInsideThatOverlapCoverTheirTimeOnce() {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<100)
        calls.add("b", 10..<60, in: outer)
        calls.add("b", 20..<50, in: outer)
        calls.add("c", 40..<80, in: outer)
        #expect(lines(calls.tree()) == ["a 1 100 30", " b 2 80 80", " c 1 40 40"])
    }

    @Test func aCallThatOutlivesItsParentCoversItUpToItsEnd() {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<100)
        calls.add("b", 90..<500, in: outer)
        #expect(lines(calls.tree()) == ["a 1 100 90", " b 1 410 410"])
    }

    @Test func aCallThatStartsAfterItsParentEndedTakesNothingFromIt() {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<100)
        calls.add("x", 150..<160)
        calls.add("b", 200..<300, in: outer)
        #expect(lines(calls.tree()) == ["a 1 100 100", " b 1 100 100", "x 1 10 10"])
    }

    @Test func timeIsNeverNegative() {
        var calls = TimedCalls()
        let outer = calls.add("a", 50..<100)
        // An inaccurate clock: the call inside started earlier.
        calls.add("b", 40..<80, in: outer)
        calls.add("b", 0..<200, in: outer)
        #expect(lines(calls.tree()) == ["a 1 50 0", " b 2 240 240"])
    }

    @Test func aRunningCallIsAFrameWithoutWeight() {
        var calls = TimedCalls()
        let outer = calls.addRunning("a", from: 0)
        calls.add("b", 10..<40, in: outer)
        let tree = calls.tree()
        #expect(lines(tree) == ["a 0 0 0", " b 1 30 30"])
        #expect(lines(tree.inverted()) == ["b 1 30 30", " a 1 30 30"])
    }

    @Test func callsWithErrorsAreCounted() {
        var calls = TimedCalls()
        calls.add("a", 0..<10, state: .threw)
        calls.add("a", 20..<30)
        #expect(calls.tree().nodes.map(\.errors) == [1])
        #expect(calls.tree().inverted().nodes.map(\.errors) == [1])
    }

    @Test func aCallWhoseParentIsLeftOutIsInsideTheNextOne() {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<100)
        let left = calls.add("skipped", 10..<60, in: outer)
        let deeper = calls.add("skipped", 12..<50, in: left)
        calls.add("b", 20..<40, in: deeper)
        let root = calls.add("skipped", 200..<300)
        calls.add("b", 210..<220, in: root)
        let tree = calls.tree { $0.selector.name != "skipped" }
        #expect(lines(tree) == ["a 1 100 80", " b 1 20 20", "b 1 10 10"])
    }

    @Test func aCallWithUnknownParentIsARoot() {
        var calls = TimedCalls()
        calls.add("a", 0..<100)
        calls.add("b", 10..<20, in: 77)
        #expect(lines(calls.tree()) == ["a 1 100 100", "b 1 10 10"])
    }

    // MARK: From the bottom up

    @Test func fromTheBottomUpCallersAreBelow() {
        var calls = TimedCalls()
        let first = calls.add("a", 0..<100)
        calls.add("c", 10..<30, in: first)
        let second = calls.add("b", 200..<300)
        calls.add("c", 210..<240, in: second)
        let tree = calls.tree().inverted()
        #expect(lines(tree) == ["a 1 100 80", "c 2 50 50", " a 1 20 20", " b 1 30 30", "b 1 100 70"])
        #expect(tree.calls == 4 && tree.nanoseconds == calls.tree().nanoseconds)
    }

    @Test func recursionCountsTotalTimeOnce() {
        var calls = TimedCalls()
        let outer = calls.add("f", 0..<100)
        let middle = calls.add("f", 10..<90, in: outer)
        calls.add("f", 20..<50, in: middle)
        #expect(lines(calls.tree()) == ["f 1 100 20", " f 1 80 50", "  f 1 30 30"])
        #expect(lines(calls.tree().inverted()) == ["f 3 100 100", " f 2 80 80", "  f 1 30 30"])
    }

    @Test func indirectRecursionCountsTotalTimeOnce() {
        var calls = TimedCalls()
        let outer = calls.add("f", 0..<100)
        let middle = calls.add("g", 10..<90, in: outer)
        calls.add("f", 20..<50, in: middle)
        calls.add("f", 60..<70, in: middle)
        let roots = calls.tree().inverted()
        #expect(lines(roots) == ["f 3 100 60", " g 2 40 40", "  f 2 40 40", "g 1 80 40", " f 1 80 40"])
    }

    // MARK: Bounds

    @Test func aStackThatIsTooDeepCountsForItsDeepestFrame() {
        var calls = TimedCalls()
        var parent: Int?
        let count = CallTreeBuilder.depthLimit + 50
        for depth in 0..<count { parent = calls.add("f\(depth)", UInt64(depth)..<UInt64(1_000 - depth), in: parent) }
        let tree = calls.tree()
        #expect(tree.nodes.count == CallTreeBuilder.depthLimit && tree.isCut)
        #expect(tree.nanoseconds == 1_000 && tree.calls == UInt64(count))
        #expect(tree.nodes.last?.selfNanoseconds == 1_000 - 2 * 255 && tree.nodes.last?.calls == 51)
        #expect(tree.inverted().calls == UInt64(count))
    }

    @Test func callsInNewStacksCountForTheirCallersWhenThereAreTooMany() {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<100)
        calls.add("b", 10..<20, in: outer)
        calls.add("c", 30..<60, in: outer)
        calls.add("b", 70..<75, in: outer)
        let tree = calls.tree(nodeLimit: 2)
        #expect(lines(tree) == ["a 2 100 85", " b 2 15 15"])
        #expect(tree.isCut && tree.nanoseconds == 100 && tree.calls == 4)
    }

    @Test func callsOfStacksThatAreLeftOutCountOnlyIfTheyPassAndHaveEnded() {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<100)
        calls.add("b", 10..<20, in: outer)
        let filtered = calls.add("skipped", 25..<65, in: outer)
        calls.add("c", 30..<60, in: filtered, state: .threw)
        calls.addRunning("d", from: 70)
        // A root has no call around it.
        calls.add("e", 80..<90)
        let tree = calls.tree(nodeLimit: 2) { $0.selector.name != "skipped" }
        #expect(lines(tree) == ["a 2 100 90", " b 1 10 10"])
        #expect(tree.nodes.map(\.errors) == [1, 0])
    }

    @Test func anInvertedTreeThatIsTooLargeLacksCallersAndNoCalls() {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<100)
        let inner = calls.add("b", 10..<60, in: outer)
        calls.add("c", 20..<30, in: inner)
        let tree = calls.tree().inverted(nodeLimit: 4)
        #expect(tree.isCut && tree.calls == 3 && tree.nanoseconds == 100)
        #expect(lines(tree) == ["a 1 100 50", "b 1 50 40", " a 1 50 40", "c 1 10 10"])
    }

    @Test func theHeaviestNodesAreKeptWithTheirParents() {
        var calls = TimedCalls()
        for (index, length) in [30, 10, 50, 20].enumerated() {
            let start = UInt64(index * 100)
            let outer = calls.add("a\(index)", start..<(start + UInt64(length)))
            calls.add("b", (start + 1)..<(start + UInt64(length) - 1), in: outer)
        }
        // A call inside that lasts longer than its caller weighs what it lasts.
        let short = calls.add("short", 500..<505)
        calls.add("long", 502..<602, in: short)
        let tree = calls.tree()
        #expect(lines(tree.heaviest(5)) == ["a2 1 50 2", " b 1 48 48", "a0 1 30 2", "short 1 5 2", " long 1 100 100"])
        #expect(tree.heaviest(5).isCut && !tree.heaviest(10).isCut && tree.heaviest(10).nodes.count == 10)
    }

    @Test func aRunningCallWithNothingInsideIsNoNodeWorthKeeping() {
        var calls = TimedCalls()
        calls.addRunning("a", from: 0)
        calls.add("b", 10..<40)
        #expect(lines(calls.tree().heaviest(10)) == ["b 1 30 30"])
    }

    @Test func manyCallsInOneLongCallStayInsideOfIt() {
        var calls = TimedCalls()
        let outer = calls.add("a", 0..<1_000_000)
        // More than the builder remembers beyond their ends.
        for index in 0..<100_000 {
            let start = UInt64(index) * 10
            calls.add("b", start..<(start + 4), in: outer)
        }
        let builder = calls.builder()
        #expect(lines(builder.tree) == ["a 1 1000000 600000", " b 100000 400000 400000"])
        #expect(builder.rememberedCount < calls.calls.count)
    }

    // MARK: Several processes

    private static let process = ProcessFacts(service: "shop", version: nil, host: "web", id: 7)

    /// Short calls of one process, one after the other.
    private func short(_ count: UInt64, from start: UInt64 = 0, run: UInt64) -> [Invocation] {
        var calls = TimedCalls()
        for index in 0..<count { calls.add("short", (start + index * 10)..<(start + index * 10 + 4)) }
        return calls.made(by: Self.process, run: run)
    }

    /// Regression test: the numbers of calls were compared with the number of the process in them, so that no call of a
    /// process with a higher one was forgotten.
    @Test func callsOfAllProcessesAreForgotten() {
        var builder = CallTreeBuilder()
        for call in short(50_000, run: 2) + short(100_000, from: 1_000_000, run: 1) { builder.add(call) }
        #expect(builder.tree.calls == 150_000 && builder.rememberedCount < 70_000)
    }

    /// Regression test: a call was forgotten at once when one of a process with a higher number came.
    @Test func aCallIsRememberedForSomeTimeWhicheverProcessesMakeOthers() {
        var ended = TimedCalls()
        let outer = ended.add("a", 400_000..<400_005)
        // By an inaccurate clock, it starts behind the end of the call in which it was made.
        ended.add("b", 2_000_000..<2_000_001, in: outer)
        let own = ended.made(by: Self.process, run: 1)
        var builder = CallTreeBuilder()
        let others = short(70_000, run: 2)
        for call in others[..<40_000] + [own[0]] + others[40_000...] + [own[1]] { builder.add(call) }
        #expect(builder.rememberedCount < 65_000)
        #expect(lines(builder.tree).suffix(2) == ["a 1 5 5", " b 1 1 1"])
    }
}

/// Calls of one protocol with chosen times, in the order of their starts.
struct TimedCalls {
    static let thread = ThreadInfo(id: 7, name: "worker", isMain: false)
    private(set) var calls: [Invocation] = []

    /// Adds a call that has ended, and returns its number.
    @discardableResult
    mutating func add(
        _ name: String,
        _ span: Range<UInt64>,
        in parent: Int? = nil,
        state: Invocation.State = .returned
    ) -> Int {
        add(name, span.lowerBound, span.upperBound - span.lowerBound, parent, state)
    }

    /// Adds a running call.
    @discardableResult
    mutating func addRunning(_ name: String, from start: UInt64) -> Int { add(name, start, nil, nil, .running) }

    private mutating func add(
        _ name: String,
        _ start: UInt64,
        _ duration: UInt64?,
        _ parent: Int?,
        _ state: Invocation.State
    ) -> Int {
        let seq = calls.count + 1
        var call = Invocation(
            id: InvocationID(epoch: "0a1b2c3d", seq: UInt64(seq)),
            parent: parent.map { InvocationID(epoch: "0a1b2c3d", seq: UInt64($0)) },
            depth: parent.map { $0 <= calls.count ? calls[$0 - 1].depth + 1 : 1 } ?? 0,
            selector: Selector(protocolName: "P", name: name),
            thread: Self.thread,
            proxy: ProxyFacts(number: 1, owner: "Owner", target: nil, isMainOnly: false),
            startedAtNanoseconds: Int64(start),
            startOffsetNanoseconds: start
        )
        call.durationNanoseconds = duration
        call.state = state
        calls.append(call)
        return seq
    }

    /// The calls as those of one process in a recording of several.
    func made(by process: ProcessFacts, run: UInt64) -> [Invocation] {
        let epoch = "0a1b2c3\(run)"
        return calls.map { call in
            var call = call
            call.id = InvocationID(epoch: epoch, seq: call.seq, run: run)
            call.parent = call.parent.map { InvocationID(epoch: epoch, seq: $0.seq, run: run) }
            call.process = process
            return call
        }
    }

    func tree(
        nodeLimit: Int = CallTreeBuilder.nodeLimit,
        including isIncluded: (Invocation) -> Bool = { _ in true }
    ) -> CallTree {
        builder(nodeLimit: nodeLimit, including: isIncluded).tree
    }

    func builder(
        nodeLimit: Int = CallTreeBuilder.nodeLimit,
        including isIncluded: (Invocation) -> Bool = { _ in true }
    ) -> CallTreeBuilder {
        var builder = CallTreeBuilder(nodeLimit: nodeLimit)
        for call in calls { if isIncluded(call) { builder.add(call) } else { builder.skip(call) } }
        return builder
    }
}
