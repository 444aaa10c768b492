// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// A required delegate that is not retained: without a proxy, the parent object's `?? 0` replaces its answer.
@Suite(.leavesNothing) struct MayDieTests {
    private func refusal(_ body: () throws -> Void) -> DelegateProxyError? {
        do { try body() } catch { return error as? DelegateProxyError }
        return nil
    }

    @Test func aWeaklyHeldDelegateThatHasToAnswerIsRefusedBeforeAnythingIsWritten() throws {
        let shelf = WeakShelf()
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        let error = try #require(refusal { _ = try ShelfProxy.proxy(for: shelf) })
        #expect(error.code == .targetMayDie)
        for part in ["ShelfDelegate.rows()", "WeakShelf.delegate", "@Default", "retain: .always", "prepare:"] {
            #expect(error.description.contains(part))
        }
        #expect(!error.description.contains("didOpen"))
        #expect(shelf.writes == 1 && shelf.count() == 9)
        target = nil
        #expect(shelf.count() == 0)
    }

    @Test func whereOnlyTheWriteTellsThePropertyIsGivenItsDelegateBack() throws {
        let shelf = WeaklyBoxedShelf()
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        #expect(refusal { _ = try ShelfProxy.proxy(for: shelf) }?.code == .targetMayDie)
        #expect(shelf.delegate === target && shelf.count() == 9)
        target = nil
        #expect(shelf.count() == 0)
    }

    @Test func aPropertyThatKeepsItsDelegateIsNotRefused() throws {
        for shelf in [StrongShelf(), NestedShelf(), BoxedShelf(), ListShelf()] {
            shelf.delegate = ShelfTarget()
            _ = try ShelfProxy.proxy(for: shelf)
            #expect(shelf.count() == 9)
        }
    }

    @Test func aHandlerThatIsThereFirstIsEnough() throws {
        let shelf = WeakShelf()
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        let proxy = try ShelfProxy.proxy(for: shelf) { proxy in
            _ = proxy.handle(ShelfSelectors.rows) { 4 }
        }
        target = nil
        #expect(shelf.count() == 4 && proxy.forwardToDelegate() == nil)
    }

    @Test func neverIsRefusedWhateverThePropertyKeeps() throws {
        let shelf = StrongShelf()
        shelf.delegate = ShelfTarget()
        #expect(refusal { _ = try ShelfProxy.proxy(for: shelf, retain: .never) }?.code == .targetMayDie)
        #expect(shelf.count() == 9)
    }

    @Test func anInstalledProxyIsNotToldToLetGoOfTheDelegateThatHasToAnswer() throws {
        let (strong, weak) = (StrongShelf(), WeakShelf())
        let cases: [(shelf: Shelf, first: DelegateRetention, second: DelegateRetention)] = [
            (strong, .asProperty, .never), (weak, .always, .asProperty), (weak, .always, .never),
        ]
        for (shelf, first, second) in cases {
            var target: ShelfTarget? = ShelfTarget()
            shelf.delegate = target
            let proxy = try ShelfProxy.proxy(for: shelf, retain: first)
            target = nil
            let error = refusal { _ = try ShelfProxy.proxy(for: shelf, retain: second) }
            // Without its delegate, a call would stop the program.
            try #require(proxy.forwardToDelegate() != nil)
            #expect(error?.code == .targetMayDie && shelf.delegate === proxy)
            #expect(try ShelfProxy.proxy(for: shelf) === proxy && shelf.count() == 9)
        }
    }

    @Test func withAHandlerAnInstalledProxyMayLetGoOfItsDelegate() throws {
        let shelf = StrongShelf()
        shelf.delegate = ShelfTarget()
        let proxy = try ShelfProxy.proxy(for: shelf) { proxy in
            _ = proxy.handle(ShelfSelectors.rows) { 4 }
        }
        #expect(try ShelfProxy.proxy(for: shelf, retain: .never) === proxy && shelf.count() == 4)
    }

    @Test func aForwardDelegateThatHasToAnswerMustBeRetained() throws {
        let shelf = StrongShelf()
        shelf.delegate = ShelfTarget()
        let proxy = try ShelfProxy.proxy(for: shelf)
        let other = ShelfTarget(5)
        let byHand = refusal { try proxy.setForwardToDelegate(other, retainDelegate: false) }
        #expect(byHand?.code == .targetMayDie && byHand?.description.contains("ShelfDelegate.rows()") == true)
        let installed = refusal {
            _ = try ShelfProxy.installForwardDelegate(
                other,
                retainDelegate: false,
                onProxyForObject: shelf,
                replace: true
            )
        }
        #expect(installed?.code == .targetMayDie && shelf.count() == 9)
        try proxy.setForwardToDelegate(other, retainDelegate: true)
        #expect(shelf.count() == 5)
    }

    @Test func anOverwriterThatMayDieIsLeftInThePropertyAndTheProxyStaysOutside() throws {
        let shelf = WeakShelf()
        let first = ShelfTarget(1)
        shelf.delegate = first
        let proxy = try ShelfProxy.proxy(for: shelf, retain: .always)
        let second = ShelfTarget(2)
        shelf.delegate = second
        #expect(refusal { _ = try ShelfProxy.proxy(for: shelf, retain: .asProperty) }?.code == .targetMayDie)
        #expect(shelf.delegate === second && shelf.count() == 2)
        #expect(try ShelfProxy.proxy(for: shelf, retain: .always) === proxy && shelf.count() == 2)
    }

    @Test func setDelegateOverTheDelegateThatWasAdoptedIsNoConflict() async throws {
        let shelf = WeakShelf()
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        let installation = try LenientShelfProxy.installForwardDelegate(
            #require(target),
            retainDelegate: false,
            onProxyForObject: shelf
        )
        installation.dispose()
        #expect(proxy.forwardToDelegate() === target)
        let keeping = try LenientShelfProxy.installForwardDelegate(
            #require(target),
            retainDelegate: true,
            onProxyForObject: shelf
        )
        target = nil
        #expect(shelf.count() == 9)
        keeping.dispose()
        // While another test is in a deep call, states are let go of by the thread that reclaims them.
        let deadline = ContinuousClock.Instant.patience
        while shelf.count() != 0, ContinuousClock.now < deadline { await Task.yield() }
        #expect(shelf.count() == 0)
    }

    @Test func anotherDelegateThanTheOneThatWasAdoptedIsAConflict() throws {
        let shelf = WeakShelf()
        let (target, other) = (ShelfTarget(1), ShelfTarget(2))
        shelf.delegate = target
        let error = refusal {
            _ = try LenientShelfProxy.installForwardDelegate(other, retainDelegate: false, onProxyForObject: shelf)
        }
        #expect(error?.code == .forwardDelegateAlreadySet)
    }
}

/// The recorder that a program chooses for an object's proxy.
@Suite(.leavesNothing) struct WantedRecorderTests {
    @Test func aProxyRecordsIntoTheRecorderThatItWasAskedFor() throws {
        let recorder = Recorder()
        let shelf = StrongShelf()
        shelf.delegate = ShelfTarget()
        let proxy = try LenientShelfProxy.proxy(for: shelf, recorder: recorder)
        #expect(proxy.recorder === recorder)
        #expect(shelf.count() == 9)
        recorder.flush()
        #expect(recorder.invocations().items.map(\.selector.name) == ["rows()"])
        #expect(try LenientShelfProxy.proxy(for: shelf) === proxy)
        #expect(try LenientShelfProxy.proxy(for: shelf, recorder: recorder) === proxy)
    }

    @Test func anotherRecorderThanThatOfTheProxyThatIsThereIsRefused() throws {
        let shelf = StrongShelf()
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        let error = try #require(throws: DelegateProxyError.self) {
            _ = try LenientShelfProxy.proxy(for: shelf, recorder: Recorder())
        }
        #expect(error.code == .otherRecorder && error.description.contains("StrongShelf.delegate"))
        #expect(shelf.delegate === proxy)
    }
}
