// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing

@testable import ProxyCore

@Suite struct RecordTransformTests {
    private let target = SampleTarget()

    private func proxy(_ transform: RecordTransform?) -> SampleProxy {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.transform = transform
        let proxy = SampleProxy(recorder: Recorder(configuration))
        proxy.setForwardDelegate(target, retain: true)
        return proxy
    }

    private func stored(_ recorder: Recorder, _ filter: String = "") throws -> [Invocation] {
        recorder.flush()
        var query = InvocationQuery(try InvocationFilter(filter))
        query.order = .ascending
        query.limit = 1_000
        return recorder.invocations(query).items
    }

    // MARK: Decisions

    @Test func aDroppedRecordCountsAsSuppressedAndIsMissingFromStatistics() throws {
        let proxy = proxy { $0.selector.name == "answer(to:)" ? nil : $0 }
        proxy.count(1, named: "n")
        #expect(proxy.answer(to: "four") == 4)
        proxy.count(2, named: "n")
        let recorder = proxy.recorder
        #expect(try stored(recorder).map(\.seq) == [1, 3])
        let status = recorder.status
        #expect(status.calls == 3 && status.recorded == 2 && status.suppressed == 1 && status.unaccounted == 0)
        #expect(status.calls == status.recorded + status.dropped + status.suppressed)
        #expect(recorder.selectors.map(\.calls) == [2])
        #expect(recorder.completed(after: 0).items.map(\.position) == [1, 2])
    }

    @Test func aDroppedCallIsUnknownAndLeavesNoGap() throws {
        let proxy = proxy { $0.seq < 3 ? nil : $0 }
        for number in 1...3 { proxy.count(number, named: "n") }
        let recorder = proxy.recorder
        #expect(try stored(recorder).map(\.seq) == [3])
        guard case .unknown = recorder.invocation(seq: 2) else {
            Issue.record("a call that was dropped is not unknown")
            return
        }
        var query = InvocationQuery()
        query.after = 0
        #expect(!recorder.invocations(query).hasGap)
        recorder.clear()
        guard case .evicted = recorder.invocation(seq: 3) else {
            Issue.record("a call that was cleared is not known to have been")
            return
        }
    }

    @Test func changedValuesAreStoredAndFoundInPlaceOfTheOriginals() throws {
        let proxy = proxy { call in
            var call = call
            switch call.selector.name {
            case "count(_:named:)": call.arguments[1].value.content = .text("changed")
            case "answer(to:)": call.result?.content = .signed(-1)
            default: call.error = call.error?.redacted(by: "errors")
            }
            return call
        }
        proxy.count(1, named: "secret")
        #expect(proxy.answer(to: "four") == 4)
        #expect(throws: SampleError(code: 2)) { try proxy.load("") }
        let calls = try stored(proxy.recorder)
        #expect(calls[0].arguments.map(\.value.content) == [.signed(1), .text("changed")])
        #expect(calls[0].arguments[1].value.typeName == "String" && calls[0].arguments[1].value.truncation == nil)
        #expect(calls[1].result?.content == .signed(-1) && calls[1].arguments[0].value.content == .text("four"))
        #expect(calls[2].error == RecordedValue(typeName: "SampleError", kind: .redacted, content: .text("errors")))
        #expect(try stored(proxy.recorder, "arg:secret").isEmpty)
        #expect(try stored(proxy.recorder, "arg:changed").count == 1)
        #expect(try stored(proxy.recorder, "result:-1").count == 1)
        #expect(target.calls == ["count 1 secret", "answer four", "load "])
    }

    @Test func nothingElseOfACallCanBeChanged() throws {
        let proxy = proxy { call in
            var other = Invocation(
                id: InvocationID(epoch: "other", seq: 77),
                parent: nil,
                depth: 9,
                selector: Selector(protocolName: "Other", name: "other()"),
                thread: ThreadInfo(id: 1, name: "other", isMain: false),
                proxy: ProxyFacts(number: 99, owner: "Other", target: nil, isMainOnly: false),
                startedAtNanoseconds: 0,
                startOffsetNanoseconds: 0
            )
            other.arguments = call.arguments + call.arguments
            other.result = call.arguments[0].value
            other.error = call.arguments[0].value
            return other
        }
        proxy.count(1, named: "n")
        let plain = self.proxy(nil)
        plain.count(1, named: "n")
        let call = try #require(stored(proxy.recorder).first)
        var expected = try #require(stored(plain.recorder).first)
        #expect(call.id.seq == 1 && call.proxy == proxy.number && call.startedAtNanoseconds > 0)
        expected.id = call.id
        expected.proxy = call.proxy
        expected.startedAtNanoseconds = call.startedAtNanoseconds
        expected.startOffsetNanoseconds = call.startOffsetNanoseconds
        expected.durationNanoseconds = call.durationNanoseconds
        expected.targetNanoseconds = call.targetNanoseconds
        #expect(call == expected)
    }

    @Test func anArgumentThatIsTakenAwayIsRedacted() throws {
        let proxy = proxy { call in
            var call = call
            call.arguments.removeLast()
            return call
        }
        proxy.count(1, named: "secret")
        let values = try #require(stored(proxy.recorder).first).arguments.map(\.value)
        #expect(values.map(\.kind) == [.scalar, .redacted])
        #expect(values[1] == RecordedValue(typeName: "String", kind: .redacted, content: .text("transform")))
    }

    @Test func unchangedValuesOfAChangedCallStayAsTheyWere() throws {
        let (plain, changing) = (
            proxy(nil),
            proxy { call in
                var call = call
                call.arguments[2].value = call.arguments[2].value.redacted(by: "third")
                return call
            }
        )
        let values = ["a": 1, "b": 2]
        for proxy in [plain, changing] { proxy.changed(values, target, "text") }
        let before = try #require(stored(plain.recorder).first)
        let after = try #require(stored(changing.recorder).first)
        #expect(after.arguments.prefix(2) == before.arguments.prefix(2))
        #expect(after.arguments[2].value.kind == .redacted && after.arguments[2].value.typeName == "String?")
    }

    @Test func valuesAfterACallCanBeChangedToo() async throws {
        var configuration = RecorderConfiguration()
        configuration.transform = { call in
            var call = call
            call.arguments[1].after = call.arguments[1].after?.redacted(by: "after")
            return call
        }
        let proxy = InoutProxy(recorder: Recorder(configuration))
        proxy.setForwardDelegate(Doubler(), retain: true)
        var number = 21
        proxy.double("n", &number)
        #expect(number == 42)
        let call = try #require(stored(proxy.recorder).first)
        #expect(call.arguments[1].value.content == .signed(21) && call.arguments[1].after?.kind == .redacted)
    }

    // MARK: Any value

    @Test(arguments: 0..<RecordTransformTests.strange.count)
    func whateverAnAnswerContainsIsBounded(index: Int) throws {
        let proxy = proxy { call in
            var call = call
            call.arguments[1].value = Self.strange[index]
            return call
        }
        proxy.count(1, named: "n")
        proxy.count(2, named: "n")
        let calls = try stored(proxy.recorder)
        #expect(calls.count == 2 && calls.map { $0.arguments[0].value.content } == [.signed(1), .signed(2)])
        for call in calls {
            let value = call.arguments[1].value
            #expect(value.children.allSatisfy { ($0.count ?? 0) >= 0 } && (value.count ?? 0) >= 0)
            #expect(InvocationEncoder.encode(call).count < 1 << 17)
            _ = try JSONSerialization.jsonObject(with: Data(InvocationEncoder.encode(call)))
        }
        for filter in ["arg:zzz", "arg.string:zzz", "type:zzz", "size:>1GB", "kind:map"] {
            _ = try stored(proxy.recorder, filter)
        }
    }

    /// Values that no recorder writes.
    private static let strange: [RecordedValue] = {
        var nested = RecordedValue(typeName: "[[Int]]", kind: .list)
        for _ in 0..<500 {
            var outer = RecordedValue(typeName: "[Any]", kind: .list)
            outer.children = [nested]
            nested = outer
        }
        var negative = RecordedValue(label: "x", typeName: "[Int]", kind: .list)
        negative.count = -5
        negative.truncation = RecordedValue.Truncation(.length, original: -7)
        var odd = RecordedValue(typeName: "[String: Int]", kind: .map)
        odd.children = Array(repeating: negative, count: 3)
        odd.count = .max
        var wide = RecordedValue(typeName: "Wide", kind: .struct)
        wide.children = Array(repeating: odd, count: 70_000)
        var error = RecordedValue(typeName: "E", kind: .enum, content: .text(String(repeating: "é", count: 5_000)))
        error.count = -1
        error.children = [RecordedValue(typeName: "", kind: .nil)]
        var object = RecordedValue(typeName: "O", kind: .object, content: .none)
        object.text = String(repeating: "o", count: 100_000)
        let kinds = RecordedValue.Kind.allCases.flatMap { kind in
            [.none, .bool(true), .unsigned(.max), .float(.nan), .text("t"), .bytes([1, 2], hash: 3), .address(4)]
                .map { RecordedValue(label: "l", typeName: "T\(kind)", kind: kind, content: $0) }
        }
        // Names that are no types; the children get theirs from them.
        let maps = ["[:]", "[:", ":]", "[a:b]", "[]", "[", "[>:<]"].map { name in
            var map = RecordedValue(typeName: name, kind: .map)
            map.children = [RecordedValue(typeName: "", kind: .nil), RecordedValue(typeName: "", kind: .nil)]
            return map
        }
        return [nested, negative, odd, wide, error, object] + kinds + maps + [
            RecordedValue(typeName: "String", kind: .string, content: .text(String(repeating: "x", count: 1 << 20))),
            RecordedValue(
                typeName: "Data",
                kind: .bytes,
                content: .bytes([UInt8](repeating: 7, count: 99_999), hash: 1)
            ),
            RecordedValue(label: String(repeating: "l", count: 9_999), typeName: "T", kind: .tuple),
        ]
    }()

    @Test func namesOfTypesThatDoNotExistAreBoundedInNumber() throws {
        let proxy = proxy { call in
            var call = call
            call.arguments[0].value.typeName = "Type\(call.seq)"
            return call
        }
        for number in 0..<1_200 { proxy.count(number, named: "n") }
        #expect(try stored(proxy.recorder, "type:=Type300").map(\.seq) == [300])
        #expect(proxy.recorder.invocation(seq: 5).typeName == "Type5")
        // There is no room for another name, so the static type's is left.
        #expect(proxy.recorder.invocation(seq: 1_200).typeName == "Int")
    }

    @Test func encodingKeepsEveryValueThatARecorderWrites() throws {
        let typeNames = TypeNameCache()
        let limits = UnsafeMutablePointer<SnapshotLimits>.allocate(capacity: 1)
        limits.initialize(to: SnapshotLimits(SnapshotBudget()))
        defer { limits.deallocate() }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: limits.pointee.capacity, alignment: 8)
        defer { memory.deallocate() }
        struct Point { var (x, y): (Int, Double) = (1, .infinity) }
        enum Shape { case circle(radius: Float), nothing }
        let values: [Any] = [
            1, -1 as Int8, UInt64.max, 1.5, Float(2), true, "text", String(repeating: "long ", count: 1_000),
            [1, 2, 3],
            Array(0..<100), ["k": [1]], Point(), Shape.circle(radius: 1), Shape.nothing, (1, b: "two"), target,
            Optional<Int>.none as Any, [UInt8](repeating: 9, count: 5_000), SampleError(code: 3), { () -> Int in 1 },
            1..<3, Duration.seconds(1), [[["deep": [Point()]]]],
        ]
        func written(_ write: (inout ValueWriter) -> Void) -> RecordedValue {
            var writer = ValueWriter(at: memory, limits: limits)
            write(&writer)
            let bytes = UnsafeRawBufferPointer(start: memory, count: writer.cursor - memory)
            var reader = ValueReader(bytes, typeNames: typeNames)
            defer { #expect(reader.isAtEnd) }
            return reader.value(staticTypeName: "")
        }
        for value in values {
            let first = written { $0.writeAny(value, label: "label", staticType: nil) }
            #expect(written { $0.put(first, staticTypeName: "", typeNames) } == first)
        }
    }

    // MARK: Threads and locks

    @Test func aSlowTransformDelaysTheRecordsOnly() throws {
        let gate = DispatchSemaphore(value: 0)
        let threads = Guarded<Set<UInt>>([])
        let proxy = proxy { call in
            threads.change { _ = $0.insert(UInt(pthread_self())) }
            gate.wait()
            return call
        }
        let recorder = proxy.recorder
        // None of these waits for the transform.
        for number in 1...3 { proxy.count(number, named: "n") }
        #expect(target.calls.count == 3 && recorder.status.recorded == 0)
        let reader = Dispatched { recorder.flush() }
        // The recorder answers meanwhile, and what waits is as good as running.
        #expect(recorder.status.calls == 3)
        for _ in 1...3 { gate.signal() }
        reader.wait()
        #expect(recorder.status.recorded == 3)
        #expect(threads.value.count == 1 && !threads.value.contains(UInt(pthread_self())))
    }

    /// The end of an async call needs space on the ring of whichever thread it ends on. Here that is the main thread.
    @MainActor
    @Test func aTransformMayWaitForAsyncCallsThatEndOnAFullRing() async {
        let areBack = DispatchSemaphore(value: 0)
        let isLate = Guarded(false)
        var configuration = RecorderConfiguration()
        configuration.ringBytes = 1 << 18
        configuration.storedBytesLimit = 1 << 22
        configuration.transform = { call in
            if areBack.wait(timeout: .now() + 60) == .timedOut { isLate.change { $0 = true } }
            areBack.signal()
            return call
        }
        let recorder = Recorder(configuration)
        let proxy = TreeProxy(recorder: recorder, ownerName: "Owner")
        let turnstile = Turnstile()
        let target = TreeTarget { _ in await turnstile.pass() }
        proxy.setForwardDelegate(target, retain: true)
        let calls = (0..<200).map { number in Task { @MainActor in await proxy.grow("\(number)") } }
        await turnstile.waitForTasks(calls.count)
        let path = String(repeating: "x", count: 500)
        while recorder.status.dropped == 0 {
            for _ in 0..<100 { proxy.bud(path) }
        }
        turnstile.open()
        for call in calls { await call.value }
        areBack.signal()
        recorder.flush()
        #expect(!isLate.value)
        let status = recorder.status
        #expect(status.dropped > 0 && status.running == 0 && status.unaccounted == 0)
        // The ring takes calls again.
        proxy.bud("later")
        recorder.flush()
        #expect(recorder.status.dropped == status.dropped && recorder.status.unaccounted == 0)
        #expect(recorder.engine.gate.pointee.growth.used <= 1 << 22)
    }

    @Test func aTransformMayUseItsRecorderAndMakeCalls() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let held = Guarded<SampleProxy?>(nil)
            var configuration = RecorderConfiguration()
            configuration.transform = { call in
                guard let proxy = held.value else { return call }
                let recorder = proxy.recorder
                proxy.count(99, named: "from the transform")
                recorder.flush()
                recorder.clear()
                _ = recorder.status
                _ = recorder.invocations()
                _ = recorder.running
                recorder.mark(call.id, comment: "seen")
                recorder.captureRules.exclude = ["nothing"]
                if call.seq == 2 { recorder.transform = nil }
                return call
            }
            let proxy = SampleProxy(recorder: Recorder(configuration))
            held.change { $0 = proxy }
            for number in 1...3 { proxy.count(number, named: "n") }
            proxy.recorder.flush()
            let status = proxy.recorder.status
            precondition(status.recorded == 3 && status.calls == status.recorded + status.suppressed)
            // The third call was judged with the second, or not at all.
            precondition((2...3).contains(status.suppressed) && proxy.recorder.transform == nil)
            held.change { $0 = nil }
        }
    }

    @Test func aReplacedTransformDiesOutsideTheLock() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let deaths = Guarded(0)
            let recorder = Recorder()
            do {
                let held = LastWords { [weak recorder] in
                    _ = recorder?.transform
                    _ = recorder?.status
                    deaths.change { $0 += 1 }
                }
                recorder.transform = { call in withExtendedLifetime(held) { call } }
            }
            recorder.transform = nil
            precondition(deaths.value == 1)
        }
    }

    @Test func aRunningCallIsJudgedWhenSomebodyLooksAtIt() async throws {
        let proxy = proxy { call in
            guard call.state == .running else { return call }
            var call = call
            call.arguments[1].value = call.arguments[1].value.redacted(by: "running")
            return call.arguments[0].value.content == .signed(1) ? call : nil
        }
        let recorder = proxy.recorder
        let seen = Guarded<[[Invocation]]>([])
        let lookup = Guarded<[Bool]>([])
        target.onCount = {
            recorder.flush()
            seen.change { $0.append(recorder.running) }
            lookup.change { $0.append(recorder.invocation(seq: UInt64($0.count) + 1).typeName != nil) }
        }
        proxy.count(1, named: "secret")
        proxy.count(2, named: "secret")
        #expect(seen.value.map { $0.map { $0.arguments.map(\.value.kind) } } == [[[.scalar, .redacted]], []])
        #expect(lookup.value == [true, false])
        #expect(try stored(recorder).map { $0.arguments[1].value.content } == [.text("secret"), .text("secret")])
    }

    @Test func callsInsideADroppedCallKeepItAsTheirParent() throws {
        let inner = proxy(nil)
        let proxy = SampleProxy(recorder: inner.recorder)
        inner.recorder.transform = { $0.depth == 0 ? nil : $0 }
        let outer = SampleTarget()
        outer.onCount = { _ = inner.answer(to: "a") }
        proxy.setForwardDelegate(outer, retain: true)
        proxy.count(1, named: "n")
        let calls = try stored(inner.recorder)
        #expect(calls.map(\.selector.name) == ["answer(to:)"])
        #expect(calls[0].parent?.seq == 1 && calls[0].depth == 1)
    }

    @Test func aMarkOnADroppedCallGoesWithIt() throws {
        let proxy = proxy { $0.state == .running ? $0 : nil }
        let recorder = proxy.recorder
        target.onCount = {
            recorder.flush()
            recorder.mark(InvocationID(epoch: recorder.epoch, seq: 1), marked: true)
        }
        proxy.count(1, named: "n")
        #expect(try stored(recorder).isEmpty)
        #expect(recorder.engine.withDrain { $0.store.marks.isEmpty })
    }

    @Test func everyCallIsCountedWhileTransformsComeAndGo() async {
        let proxy = proxy(nil)
        let recorder = proxy.recorder
        proxy.setForwardDelegate(nil, retain: false)
        await onThreads(3) { thread in
            for number in 0..<2_000 {
                if thread == 0 {
                    if number % 100 == 0 { recorder.transform = { $0.seq % 3 == 0 ? nil : $0 } }
                    if number % 100 == 50 { recorder.transform = nil }
                    let status = recorder.status
                    #expect(status.recorded + status.dropped + status.suppressed <= status.calls)
                } else {
                    proxy.count(number, named: "n")
                }
            }
        }
        recorder.flush()
        let status = recorder.status
        #expect(status.calls == 4_000 && status.unaccounted == 0)
        #expect(status.recorded + status.dropped + status.suppressed == 4_000)
    }
}

extension InvocationLookup {
    /// Name of the type of the first argument.
    fileprivate var typeName: String? {
        if case .found(let call) = self { call.arguments[0].value.typeName } else { nil }
    }
}

/// Does something when it dies.
private final class LastWords: Sendable {
    private let onDeath: @Sendable () -> Void

    init(onDeath: @escaping @Sendable () -> Void) { self.onDeath = onDeath }

    deinit { onDeath() }
}

private protocol InoutDelegate: AnyObject {
    func double(_ name: String, _ number: inout Int)
}

private final class Doubler: InoutDelegate {
    func double(_ name: String, _ number: inout Int) { number *= 2 }
}

private final class InoutProxy: ProtocolProxy<any InoutDelegate>, InoutDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let double = MethodSelector<InoutProxy, (String, InoutArgument<Int>), Void>(
        "double(_:_:)",
        of: "InoutDelegate",
        parameters: ["name", "number"]
    )

    func double(_ name: String, _ number: inout Int) {
        forward(Self.double, (name, InoutArgument(number))) { $0.double(name, &number) }
    }
}
