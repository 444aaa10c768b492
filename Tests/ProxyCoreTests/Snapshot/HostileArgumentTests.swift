// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CClock
import ProxyCore
import ProxyTestSupport
import Testing

private final class Node {
    var next: Node?
}

private struct Ring {
    var node: Node
    var same: Node
}

/// References that the program doesn't use once their object is gone.
private struct Backlink {
    var number: Int
    unowned var owner: Node?
    weak var observer: Node?
    var address: Unmanaged<Node>

    init(number: Int, owner: Node) {
        self.number = number
        self.owner = owner
        address = .passUnretained(owner)
    }
}

private struct LinkError: Error, @unchecked Sendable {
    // Sendable: used on one thread.
    unowned(unsafe) var owner: Node
}

/// The only owner of an object, which it releases when somebody asks the object.
private final class WatchedOwner {
    var watched: Watched?
    var released = 0
}

private final class Watched: InspectableValue {
    private let owner: WatchedOwner
    init(_ owner: WatchedOwner) { self.owner = owner }
    deinit { owner.released += 1 }

    var inspectedDescription: String {
        owner.watched = nil
        return "watched"
    }
}

private struct Watcher: Error, @unchecked Sendable {
    // Sendable: used on one thread.
    weak var watched: Watched?
}

private enum WatchFailure { case watching(Watcher) }

private struct Watching {
    weak var watched: Watched?
    var failure: WatchFailure
}

private enum Dead {
    nonisolated(unsafe) static let kept = Node()
}

private struct Box<Change> {
    var number: Int
    var change: Change
}

private indirect enum Chain {
    case end
    case link(Chain)
}

private struct Slow: InspectableValue {
    let nanoseconds: UInt64
    let described: @Sendable () -> Void

    var inspectedDescription: String {
        described()
        let start = cclock_monotonic_nanoseconds()
        while cclock_monotonic_nanoseconds() - start < nanoseconds {}
        return "slow"
    }
}

/// Types used by only one test, because an overrun is remembered per type.
enum VerySlow {
    enum Way {
        case inspected, mirrored, described

        func value(_ asked: @escaping @Sendable () -> Void) -> any Sendable {
            switch self {
            case .inspected: Inspected(asked: asked)
            case .mirrored: Mirrored(asked: asked)
            case .described: Described(asked: asked)
            }
        }
    }

    private struct Inspected: InspectableValue, Sendable {
        let asked: @Sendable () -> Void
        var inspectedDescription: String {
            spend()
            asked()
            return "inspected"
        }
    }

    private struct Mirrored: CustomReflectable, Sendable {
        let asked: @Sendable () -> Void
        var customMirror: Mirror {
            spend()
            asked()
            return Mirror(self, children: ["part": 1])
        }
    }

    private struct Described: LosslessStringConvertible, CustomReflectable, Sendable {
        let asked: @Sendable () -> Void
        init(asked: @escaping @Sendable () -> Void) { self.asked = asked }
        init?(_ description: String) { nil }
        var customMirror: Mirror { Mirror(self, children: []) }
        var description: String {
            spend()
            asked()
            return "described"
        }
    }

    private static func spend() {
        let start = cclock_monotonic_nanoseconds()
        while cclock_monotonic_nanoseconds() - start < 400_000_000 {}
    }
}

/// An error that shows very many parts, each made when somebody looks at it.
private struct ManyFailures: Error, CustomReflectable {
    let count: Int
    let looked: @Sendable () -> Void

    var customMirror: Mirror {
        let numbers = (0..<count).lazy.map { number in
            looked()
            return number
        }
        return Mirror(self, unlabeledChildren: numbers)
    }
}

/// `print` would run the program's code to describe this; recording does not.
private struct Talkative: CustomStringConvertible, CustomDebugStringConvertible {
    let part: Int
    let asked: @Sendable () -> Void

    var description: String {
        asked()
        return "described"
    }
    var debugDescription: String { description }
}

private enum TalkativeCase: CustomStringConvertible {
    case with(Talkative)

    var description: String {
        switch self {
        case .with(let value): value.description
        }
    }
}

private final class TalkativeObject: CustomStringConvertible, Sendable {
    private let asked: @Sendable () -> Void
    init(asked: @escaping @Sendable () -> Void) { self.asked = asked }
    var description: String {
        asked()
        return "described"
    }
}

private struct CallsBack: InspectableValue {
    let proxy: SampleProxy

    var inspectedDescription: String {
        proxy.count(1, named: "from a description")
        return "called back"
    }
}

/// Arguments that would be expensive or dangerous to record completely.
@Suite struct HostileArgumentTests {
    private let recorder = Recorder(.unhurried)
    private let target = SampleTarget()

    private func record<Value>(_ value: Value) throws -> RecordedValue { try record(value, by: recorder) }

    private func record<Value>(_ value: Value, by recorder: Recorder) throws -> RecordedValue {
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
        let selector = MethodSelector<SampleProxy, Value, Void>("take(_:)", of: "SampleDelegate", parameter: "value")
        proxy.forward(selector, value) { _ in }
        recorder.flush()
        let call = try #require(recorder.invocations().items.first)
        #expect(call.selector.name == "take(_:)")
        return call.arguments[0].value
    }

    @Test func keepsTheBeginningOfALongString() throws {
        let text = String(repeating: "é", count: 5_000_000)
        let value = try record(text)
        #expect(value.truncation?.reason == .length && value.truncation?.original == 10_000_000)
        guard case .text(let kept) = value.content else { throw Missing() }
        #expect(kept.utf8.count <= 2_048 && kept.utf8.count > 2_000 && text.hasPrefix(kept))
        #expect(recorder.status.bytes - recorder.status.ringBytes < 4_096)
    }

    @Test func keepsBytesThatAreNoText() throws {
        let value = try record([0xFF, 0x00, 0xC0, 0x80] as [UInt8])
        #expect(value.kind == .bytes)
        guard case .bytes(let kept, _) = value.content else { throw Missing() }
        #expect(kept == [0xFF, 0x00, 0xC0, 0x80])
    }

    @Test func keepsANullCharacter() throws {
        #expect(try record("a\u{0}b").content == .text("a\u{0}b"))
        let repaired = String(decoding: [0x61, 0xFF, 0x62] as [UInt8], as: UTF8.self)
        #expect(try record(repaired).content == .text("a\u{FFFD}b"))
    }

    @Test func cutsDeepNesting() throws {
        var chain = Chain.end
        for _ in 0..<10_000 { chain = .link(chain) }
        var value = try record(chain)
        var depth = 0
        while let child = value.children.first {
            value = child
            depth += 1
        }
        #expect(depth <= SnapshotBudget().depth)
        #expect(value.truncation?.reason == .depth)
        // Releases the chain link by link, because releasing it as a whole needs a deep stack.
        while case .link(let next) = chain { chain = next }
    }

    @Test func goesIntoNoObject() throws {
        let node = Node()
        node.next = node
        defer { node.next = nil }
        let value = try record(Ring(node: node, same: node))
        try #require(value.children.map(\.kind) == [.object, .object])
        #expect(value.children[0].identity == value.children[1].identity)
    }

    @Test func onlyFunctionsAreFunctions() throws {
        let box = try record(Box(number: 3, change: { $0 } as (Int) -> Int))
        #expect(box.kind == .struct && box.typeName == "Box<(Int) -> Int>")
        #expect(box.children.map(\.kind) == [.scalar, .function])
        #expect(try record({ 1 } as () -> Int).kind == .function)
        #expect(try record({ 1 } as (() -> Int)?).kind == .function)
        #expect(try record(nil as (() -> Int)?).kind == .nil)
        #expect(try record([{ 1 }] as [() -> Int]).children.map(\.kind) == [.function])
        let pairs = try record([{ (a: $0, b: $0) }] as [(Int) -> (a: Int, b: Int)])
        #expect(pairs.children.map(\.typeName) == ["(Int) -> (a: Int, b: Int)"])
        #expect(try record(nil as Box<() -> Int>?).typeName == "Box<() -> Int>?")
    }

    @Test func leavesOutReferencesThatMayBeDead() throws {
        let live = try record(Backlink(number: 1, owner: Dead.kept))
        #expect(live.children.map(\.label) == ["number", "owner", "observer", "address"])
        #expect(live.children.map(\.kind) == [.scalar, .struct, .struct, .struct])
        #expect(live.children[0].content == .signed(1))
        #expect(live.children[1].content == .text("(unowned reference)"))
        #expect(live.children[2].content == .text("(weak reference)"))
        let address = try #require(live.children[3].children.first)
        #expect(address.label == "_value" && address.content == .text("(unmanaged reference)"))
    }

    /// To ask the object something, the recorder would have to retain it. The owner lets it go then, as another thread may
    /// do at any time, so that its deinitialiser would run inside the recorder.
    @Test func isNeverTheLastOwnerOfAnObjectBehindAWeakProperty() throws {
        let owner = WatchedOwner()
        owner.watched = Watched(owner)
        let watching = Watching(watched: owner.watched, failure: .watching(Watcher(watched: owner.watched)))
        let value = try record(watching)
        #expect(owner.released == 0 && owner.watched != nil)
        #expect(value.children.first?.content == .text("(weak reference)"))
        let payload = try #require(value.children.last?.children.first)
        #expect(payload.children.first?.content == .text("(weak reference)"))
        let error = try record(Watcher(watched: owner.watched))
        #expect(error.children.first?.content == .text("(weak reference)"))
        #expect(owner.released == 0 && owner.watched != nil)
    }

    /// Either would end the process, so one of its own tries it.
    @Test func readsNoReferenceThatIsDead() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder(.unhurried)
            let proxy = SampleProxy(recorder: recorder)
            let links = MethodSelector<SampleProxy, ([Backlink], Backlink?, LinkError), Void>(
                "take(_:_:_:)",
                of: "SampleDelegate",
                parameters: ["list", "one", "error"]
            )
            let (dead, error) = (Backlink(number: 2, owner: Node()), LinkError(owner: Node()))
            proxy.forward(links, ([dead], dead, error)) { _ in }
            recorder.flush()
            precondition(recorder.invocations().items.first?.arguments[1].value.children.count == 4)
        }
    }

    @Test func keepsSomeOfManyElements() throws {
        let value = try record(Array(0..<1_000_000))
        #expect(value.count == 1_000_000 && value.children.count == SnapshotBudget().childCount)
        #expect(value.truncation?.reason == .count)
    }

    @Test func keepsWithinTheBudgetOfARecord() throws {
        let value = try record((0..<32).map { _ in String(repeating: "x", count: 2_000) })
        #expect(value.children.count < 32)
        #expect(recorder.status.bytes - recorder.status.ringBytes < SnapshotBudget().recordBytes + 2_048)
    }

    @Test func recordsNothingThatADescriptionCalls() throws {
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
        #expect(try record(CallsBack(proxy: proxy)).content == .text("called back"))
        #expect(target.calls == ["count 1 from a description"])
        let status = recorder.status
        #expect(status.recorded == 1 && status.suppressed == 1)
    }

    @Test func asksNoFurtherElementOnceTheTimeIsOver() throws {
        let asked = Guarded(0)
        let slow = Slow(nanoseconds: 3_000_000) { asked.change { $0 += 1 } }
        let value = try record(Array(repeating: slow, count: 20), by: Recorder())
        #expect(asked.value < 3)
        #expect(value.count == 20 && value.children.count == asked.value)
        #expect(value.truncation?.reason == .time)
    }

    @Test func looksAtFewOfTheManyPartsThatAnErrorShows() throws {
        let looked = Guarded(0)
        let value = try record(ManyFailures(count: 1 << 17) { looked.change { $0 += 1 } })
        #expect(value.truncation?.reason == .count && value.truncation?.original ?? 0 >= 1 << 17)
        // Domain and code follow.
        #expect(value.children.count == SnapshotBudget().childCount + 2)
        #expect(looked.value <= SnapshotBudget().childCount + 1)
    }

    private enum Choice { case number(Int) }
    private struct Chosen { let choice = Choice.number(7) }

    @Test func tellsThatAPayloadIsMissingOnceTheTimeIsOver() throws {
        var configuration = RecorderConfiguration()
        // The clock runs from the first field on, so that it is over at the payload.
        configuration.budget.time = .nanoseconds(1)
        let value = try #require(try record(Chosen(), by: Recorder(configuration)).children.first)
        #expect(value.kind == .enum && value.content == .text("number") && value.children.isEmpty)
        #expect(value.truncation?.reason == .time)
    }

    @Test(arguments: [VerySlow.Way.inspected, .mirrored, .described])
    func leavesATypeAloneThatOverranItsTime(way: VerySlow.Way) throws {
        let asked = Guarded(0)
        // Longer than a busy machine leaves a thread waiting: a mirror asked before the description must not overrun.
        var configuration = RecorderConfiguration()
        configuration.budget.time = .milliseconds(200)
        let recorder = Recorder(configuration)
        let values = try (0..<20).map { _ in try record(way.value { asked.change { $0 += 1 } }, by: recorder) }
        // One-time initialization of a type may take long.
        #expect(asked.value == 2)
        #expect(values.prefix(2).allSatisfy { $0.truncation == nil })
        #expect(values.dropFirst(2).allSatisfy { $0.truncation?.reason == .time && $0.content == .text("") })
    }

    @Test func runsNoDescriptionThatATypeHasForItself() throws {
        let asked = Guarded(0)
        let count: @Sendable () -> Void = { asked.change { $0 += 1 } }
        let values = try [
            record(Talkative(part: 1, asked: count)),
            record([Talkative(part: 1, asked: count)]),
            record(Optional(TalkativeCase.with(Talkative(part: 1, asked: count)))),
            record(TalkativeObject(asked: count)),
        ]
        #expect(asked.value == 0)
        #expect(values.map(\.kind) == [.struct, .list, .enum, .object])
    }

    private struct Missing: Error {}
}
