// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

/// Proxies without a family are refused where those of a family are, and with the same words.
@Suite struct PlacedRefusalTests {
    private let recorder = Recorder()

    /// - Parameter isSet: Whether the property is set by a method, not by its key path.
    private func place(
        _ new: PlacedShelfProxy? = nil,
        in shelf: Shelf,
        byMethod isSet: Bool
    ) throws -> PlacedShelfProxy {
        let new = new ?? PlacedShelfProxy(recorder: recorder)
        guard isSet else { return try DelegateProxyRegistry.proxy(new, of: shelf, at: \.delegate) }
        return try DelegateProxyRegistry.proxy(new, of: shelf, setter: { $0.delegate = $1 }, getter: { $0.delegate })
    }

    private func refusal(_ body: () throws -> Void) -> DelegateProxyError? {
        do { try body() } catch { return error as? DelegateProxyError }
        return nil
    }

    @Test(arguments: [false, true]) func oneThatCouldNotAnswerIsRefusedAndNotLeftBehind(isSet: Bool) async throws {
        let shelf = StrongShelf()
        let error = try #require(refusal { _ = try place(in: shelf, byMethod: isSet) })
        #expect(error.code == .noAnswer)
        let beginning = "StrongShelf.delegate is nil, and PlacedShelfProxy has no answer to rows()."
        #expect(error.description.hasPrefix(beginning))
        #expect(shelf.delegate == nil && shelf.writes == 0)
        let isForgotten = await until { [recorder] in recorder.proxies.isEmpty }
        #expect(isForgotten)
        shelf.delegate = ShelfTarget()
        let proxy = try place(in: shelf, byMethod: isSet)
        #expect(shelf.delegate === proxy && shelf.count() == 9)
    }

    @Test(arguments: [false, true]) func oneWhosePropertyWasEmptiedIsNotPutBack(isSet: Bool) throws {
        let (shelf, target) = (StrongShelf(), ShelfTarget())
        shelf.delegate = target
        let proxy = try place(in: shelf, byMethod: isSet)
        shelf.delegate = nil
        #expect(refusal { _ = try place(in: shelf, byMethod: isSet) }?.code == .noAnswer)
        #expect(shelf.delegate == nil && shelf.count() == 0)
        shelf.delegate = target
        #expect(try place(in: shelf, byMethod: isSet) === proxy && shelf.count() == 9)
    }

    @Test(arguments: [false, true]) func aWeaklyHeldDelegateThatHasToAnswerIsRefusedBeforeAnythingIsWritten(
        isSet: Bool
    ) throws {
        let shelf = WeakShelf()
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        let error = try #require(refusal { _ = try place(in: shelf, byMethod: isSet) })
        let ofFamily = refusal { _ = try ShelfProxy.proxy(for: shelf) }
        #expect(error.code == .targetMayDie && error == ofFamily)
        #expect(shelf.writes == 1 && shelf.count() == 9)
        target = nil
        #expect(shelf.count() == 0)
    }

    @Test(arguments: [false, true]) func whereOnlyTheWriteTellsThePropertyIsGivenItsDelegateBack(isSet: Bool) throws {
        let shelf = WeaklyBoxedShelf()
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        #expect(refusal { _ = try place(in: shelf, byMethod: isSet) }?.code == .targetMayDie)
        #expect(shelf.delegate === target && shelf.count() == 9)
        target = nil
        #expect(shelf.count() == 0)
    }

    @Test(arguments: [false, true]) func aHandlerThatIsThereFirstIsEnough(isSet: Bool) throws {
        let (shelf, empty) = (WeakShelf(), WeakShelf())
        var target: ShelfTarget? = ShelfTarget()
        shelf.delegate = target
        for shelf in [shelf, empty] {
            let new = PlacedShelfProxy(recorder: recorder)
            _ = new.handle(PlacedShelfProxy.numberOfRows) { 4 }
            #expect(try place(new, in: shelf, byMethod: isSet) === new)
        }
        target = nil
        #expect(shelf.count() == 4 && empty.count() == 4)
    }

    @Test(arguments: [false, true]) func aWrapperThatHidesWhatItWrapsIsRefusedByName(isSet: Bool) throws {
        let (shelf, target) = (StrongShelf(), ShelfTarget())
        shelf.delegate = target
        let wrapper = try SilentShelfWrapper(place(in: shelf, byMethod: isSet))
        shelf.delegate = wrapper
        let error = try #require(refusal { _ = try place(in: shelf, byMethod: isSet) })
        #expect(error.code == .ambiguousWrapper && error.description.contains("DelegateWrapper"))
        #expect(error.description.hasPrefix("SilentShelfWrapper took the place of the proxy in StrongShelf.delegate "))
        #expect(shelf.delegate === wrapper && shelf.count() == 9)
        // The proxy need not keep its target: it was overwritten, as far as the library can see.
        withExtendedLifetime(target) {}
    }

    @Test(arguments: [false, true]) func aPropertyThatDoesNotKeepItIsNamedWithIt(isSet: Bool) throws {
        // It ignores what it is given.
        let shelf = Shelf()
        let new = PlacedShelfProxy(recorder: recorder)
        _ = new.handle(PlacedShelfProxy.numberOfRows) { 4 }
        let error = try #require(refusal { _ = try place(new, in: shelf, byMethod: isSet) })
        #expect(error.code == .notInstalled)
        #expect(error.description.hasPrefix("Shelf.delegate was given a PlacedShelfProxy and did not keep it."))
    }
}

/// Only the delegate answers `rows()`.
private final class PlacedShelfProxy: ProtocolProxy<any ShelfDelegate>, ShelfDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let numberOfRows = MethodSelector<PlacedShelfProxy, (), Int>(
        "rows()",
        of: "ShelfDelegate",
        parameters: [],
        traits: .needsAnswer
    )
    static let opened = MethodSelector<PlacedShelfProxy, (), Void>("didOpen()", of: "ShelfDelegate", parameters: [])

    override class var requirements: [AnyMethodSelector] {
        [AnyMethodSelector(numberOfRows), AnyMethodSelector(opened)]
    }

    func rows() -> Int { forward(Self.numberOfRows, ()) { $0.rows() } }
    func didOpen() { forward(Self.opened, ()) { $0.didOpen() } }
}

/// Forwards all calls without reporting it.
private final class SilentShelfWrapper: ShelfDelegate {
    private let inner: any ShelfDelegate

    init(_ inner: any ShelfDelegate) { self.inner = inner }

    func rows() -> Int { inner.rows() }
    func didOpen() { inner.didOpen() }
}
