// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import ProxyCore
import Synchronization
import Testing

/// Counts its instances and notes the thread on which the last one was deallocated.
private final class Tracked: Sendable {
    final class Count: Sendable {
        let live = Atomic<Int>(0)
        let lastThread = Atomic<UInt32>(0)
    }

    private let count: Count

    init(_ count: Count) {
        self.count = count
        count.live.add(1, ordering: .relaxed)
    }

    deinit {
        count.live.subtract(1, ordering: .relaxed)
        count.lastThread.store(cthread_id(), ordering: .relaxed)
    }
}

private struct Holder {
    var tracked: Tracked
}

private enum Choice {
    case some(Tracked, number: Int)
}

private protocol Held {}
extension Tracked: Held {}

/// The recorder does not extend the life of arguments, or release them on another thread.
@Suite struct ArgumentLifeTests {
    private typealias Make = @Sendable (Tracked) -> Any

    private static let kinds: [(name: String, make: Make)] = [
        ("object", { $0 }),
        ("struct", { Holder(tracked: $0) }),
        ("array", { [$0, $0] }),
        ("nested arrays", { [[Holder(tracked: $0)]] }),
        ("dictionary", { ["key": $0] }),
        ("enumeration", { Choice.some($0, number: 1) }),
        ("optional", { Optional(Holder(tracked: $0)) as Any }),
        ("tuple", { ($0, 1) }),
        ("existential", { $0 as any Held }),
        ("closure", { tracked in { _ = tracked } as () -> Void }),
    ]

    @Test(arguments: Self.kinds.map(\.name)) func endsWithItsCall(kind: String) throws {
        let make = try #require(Self.kinds.first { $0.name == kind }).make
        let count = Tracked.Count()
        let recorder = Recorder()
        let proxy = SampleProxy(recorder: recorder)
        let target = SampleTarget()
        proxy.setForwardDelegate(target, retain: true)
        let selector = MethodSelector<SampleProxy, Any, Void>("take(_:)", of: "SampleDelegate", parameter: "value")
        for _ in 0..<50 {
            proxy.forward(selector, make(Tracked(count))) { _ in }
            #expect(count.live.load(ordering: .relaxed) == 0)
            #expect(count.lastThread.load(ordering: .relaxed) == cthread_id())
        }
        recorder.flush()
        #expect(recorder.status.recorded == 50)
        #expect(count.lastThread.load(ordering: .relaxed) == cthread_id())
    }

    @Test func anObjectAmongPlainArgumentsEndsWithItsCall() {
        let count = Tracked.Count()
        let recorder = Recorder()
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(SampleTarget(), retain: true)
        for _ in 0..<50 {
            proxy.changed([:], Tracked(count), nil)
            #expect(count.live.load(ordering: .relaxed) == 0)
        }
        recorder.flush()
        #expect(count.lastThread.load(ordering: .relaxed) == cthread_id())
    }

    @Test func aResultIsNotKeptEither() {
        let count = Tracked.Count()
        let recorder = Recorder()
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(SampleTarget(), retain: true)
        let selector = MethodSelector<SampleProxy, Int, [Holder]>("make(_:)", of: "SampleDelegate", parameter: "count")
        for _ in 0..<50 {
            _ = proxy.forward(selector, 1) { _ in [Holder(tracked: Tracked(count))] }
            #expect(count.live.load(ordering: .relaxed) == 0)
        }
        recorder.flush()
        #expect(count.lastThread.load(ordering: .relaxed) == cthread_id())
    }
}
