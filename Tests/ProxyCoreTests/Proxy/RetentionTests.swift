// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import ProxyTestSupport
import Testing

/// A proxy retains its delegate exactly as long as the property would.
@Suite(.leavesNothing) struct RetentionTests {
    /// Ways to hold a delegate, and whether each one retains it.
    enum Keeping: CaseIterable {
        case strong, weak, nested, boxed, weaklyBoxed, listed

        var shelf: Shelf {
            switch self {
            case .strong: StrongShelf()
            case .weak: WeakShelf()
            case .nested: NestedShelf()
            case .boxed: BoxedShelf()
            case .weaklyBoxed: WeaklyBoxedShelf()
            case .listed: ListShelf()
            }
        }

        var retains: Bool { self != .weak && self != .weaklyBoxed }
    }

    @Test(arguments: Keeping.allCases)
    func aDelegateThatALocalHoldsTooLivesAsLongAsItsPropertyKeepsIt(keeping: Keeping) throws {
        let shelf = keeping.shelf
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        _ = try LenientShelfProxy.proxy(for: shelf)
        #expect(shelf.count() == 9)
        target = nil
        #expect(soon { shelf.count() == (keeping.retains ? 9 : 0) })
    }

    @Test(arguments: Keeping.allCases)
    func thePropertyIsWrittenOnce(keeping: Keeping) throws {
        let shelf = keeping.shelf
        let target = ShelfTarget()
        shelf.delegate = target
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        #expect(shelf.writes == 2 && shelf.delegate === proxy && proxy.forwardToDelegate() === target)
    }

    @Test(arguments: Keeping.allCases)
    func anOverwriterIsKeptAsThePropertyKeptIt(keeping: Keeping) throws {
        let shelf = keeping.shelf
        let first = ShelfTarget(1)
        shelf.delegate = first
        _ = try LenientShelfProxy.proxy(for: shelf)
        var second: ShelfTarget? = ShelfTarget(2)
        shelf.delegate = second
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        #expect(proxy.forwardToDelegate() === second && shelf.count() == 2)
        second = nil
        #expect(soon { shelf.count() == (keeping.retains ? 2 : 0) })
    }

    @Test(arguments: Keeping.allCases)
    func uninstallingGivesThePropertyBackWhatItKeeps(keeping: Keeping) throws {
        let shelf = keeping.shelf
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        try LenientShelfProxy.proxy(for: shelf).uninstall()
        #expect(shelf.delegate === target)
        target = nil
        #expect(soon { shelf.count() == (keeping.retains ? 9 : 0) })
    }

    @Test func anUnownedPropertyKeepsNothing() throws {
        let shelf = UnownedShelf()
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        target = nil
        #expect(proxy.forwardToDelegate() == nil && shelf.count() == 0)
    }

    @Test func whatThePropertyKeepsGoesWithTheParentObject() throws {
        var shelf: StrongShelf? = StrongShelf()
        var isDead = false
        shelf?.delegate = ShelfTarget(onDeath: { isDead = true })
        _ = try ShelfProxy.proxy(for: #require(shelf))
        #expect(shelf?.count() == 9 && !isDead)
        shelf = nil
        #expect(soon { isDead })
    }

    @Test func whatCannotBeHeldWeaklyGoesWhenItsPropertyIsOverwritten() throws {
        let parent = PlainParent()
        let isDead = Guarded(false)
        parent.delegate = MortalObject { isDead.change { $0 = true } }
        let number = try PlainProxy.proxy(for: parent).number
        #expect(parent.delegate?.plain() == 3 && !isDead.value)
        parent.delegate = MortalObject {}
        #expect(
            soon {
                ProxyWatcher.shared.lookNow(at: number)
                return isDead.value
            }
        )
        withExtendedLifetime(parent) {}
    }

    @Test func whatCannotBeHeldWeaklyGoesWithTheParentObject() throws {
        var parent: PlainParent? = PlainParent()
        let isDead = Guarded(false)
        parent?.delegate = MortalObject { isDead.change { $0 = true } }
        // The program keeps the proxy.
        let proxy = try PlainProxy.proxy(for: #require(parent))
        #expect(proxy.plain() == 3 && !isDead.value)
        parent = nil
        #expect(soon { isDead.value })
        #expect(proxy.plain() == 0)
    }

    @Test func aProxyCanBeToldToKeepItsDelegateOrNotTo() throws {
        let weakShelf = WeakShelf()
        var target: ShelfTarget? = ShelfTarget()
        weakShelf.delegate = target
        _ = try ShelfProxy.proxy(for: weakShelf, retain: .always)
        target = nil
        #expect(weakShelf.count() == 9)
        // The previous `retain:` argument still applies.
        _ = try ShelfProxy.proxy(for: weakShelf)
        #expect(weakShelf.count() == 9)

        let strongShelf = StrongShelf()
        var other: ShelfTarget? = ShelfTarget()
        strongShelf.delegate = other
        _ = try LenientShelfProxy.proxy(for: strongShelf)
        _ = try LenientShelfProxy.proxy(for: strongShelf, retain: .never)
        other = nil
        #expect(soon { strongShelf.count() == 0 })
    }

    @Test func aRequestThatIsRefusedLeavesTheFormerRetentionInForce() throws {
        let shelf = WeakShelf()
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        let proxy = try LenientShelfProxy.proxy(for: shelf, retain: .always)
        target = nil
        let wrapper = WrapperThatDoesNotTell(proxy)
        shelf.delegate = wrapper
        let refusal = #expect(throws: DelegateProxyError.self) {
            _ = try LenientShelfProxy.proxy(for: shelf, retain: .never)
        }
        #expect(refusal?.code == .ambiguousWrapper)
        // Its target, and the next one.
        #expect(shelf.delegate === wrapper && shelf.count() == 9)
        var overwriter: ShelfTarget? = ShelfTarget(5)
        shelf.delegate = overwriter
        #expect(try LenientShelfProxy.proxy(for: shelf) === proxy)
        overwriter = nil
        #expect(shelf.count() == 5)
    }

    @Test func callsOfOtherThreadsDoNotHideThatAPropertyIsWeak() async throws {
        for _ in 0..<50 {
            let shelf = LockedShelf()
            let target = ShelfTarget()
            shelf.delegate = target
            let isDone = Guarded(false)
            await onThreads(3) { number in
                if number > 0 {
                    while !isDone.value { _ = shelf.count() }
                } else {
                    _ = try? LenientShelfProxy.proxy(for: shelf)
                    isDone.change { $0 = true }
                }
            }
            let number = try LenientShelfProxy.proxy(for: shelf).number
            #expect(Recorder.shared.proxy(number: number)?.target?.isRetained == false)
        }
    }

    /// Whether a condition comes true: tests beside this one list all proxies, and hold each one for a moment.
    private func soon(_ condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.Instant.patience
        while !condition() {
            if ContinuousClock.now > deadline { return false }
            sched_yield()
        }
        return true
    }
}

/// Forwards all calls to the proxy, and does not conform to `DelegateWrapper`.
private final class WrapperThatDoesNotTell: ShelfDelegate {
    private let inner: any ShelfDelegate
    init(_ inner: any ShelfDelegate) { self.inner = inner }
    func rows() -> Int { inner.rows() }
    func didOpen() { inner.didOpen() }
}

private final class MortalObject: PlainDelegate {
    private let onDeath: () -> Void
    init(onDeath: @escaping () -> Void) { self.onDeath = onDeath }
    deinit { onDeath() }
    func plain() -> Int { 3 }
}
