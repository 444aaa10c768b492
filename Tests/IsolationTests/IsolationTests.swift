// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Testing

/// This module is compiled with the upcoming feature `NonisolatedNonsendingByDefault`: an async requirement runs on the
/// actor of its caller, unless it says otherwise.
@Suite struct IsolationTests {
    /// What is between the caller and the delegate.
    enum Way: CaseIterable {
        case direct, paused, recorded, observed

        func makeDelegate() -> any PlaceDelegate {
            if self == .direct { return Place() }
            let recorder = Recorder()
            if self == .paused { recorder.pause() }
            let proxy = PlaceDelegateProxy(recorder: recorder)
            proxy.setForwardDelegate(Place(), retain: true)
            guard self == .observed else { return proxy }
            for name in ["standard(_:)", "failing(_:)", "changing(_:to:)", "staying(_:)", "leaving(_:)"] {
                #expect(throws: Never.self) { try proxy.methodInvoked(name).subscribe(onNext: { _ in }) }
            }
            return proxy
        }
    }

    private actor Worker {
        func places(_ way: Way) async throws -> Set<String> {
            try await IsolationTests.places(way, self)
        }

        func observe() async -> [Bool] {
            let proxy = PlaceDelegateProxy(recorder: Recorder())
            proxy.setForwardDelegate(Place(), retain: true)
            let seen = Seen()
            let bag = DisposeBag()
            proxy.sentMessage(PlaceDelegateProxy.Selectors.standard)
                .subscribe(onNext: { seen.places.append(isCurrent($0)) }).disposed(by: bag)
            proxy.methodInvoked(PlaceDelegateProxy.Selectors.standard)
                .subscribe(onNext: { seen.places.append(isCurrent($0)) }).disposed(by: bag)
            _ = await proxy.standard(self)
            return seen.places
        }
    }

    private final class Seen {
        var places: [Bool] = []
    }

    /// The requirements that run on an actor when they are called from where this function is called.
    private static func places(_ way: Way, _ actor: any Actor) async throws -> Set<String> {
        // The optimiser delays the way to the actor until something needs it.
        await Task.yield()
        let delegate = way.makeDelegate()
        var places: Set<String> = []
        func add(_ name: String, _ isThere: Bool) { if isThere { places.insert(name) } }
        var isThere = false
        await delegate.changing(actor, to: &isThere)
        add("changing", isThere)
        add("standard", await delegate.standard(actor))
        add("failing", try await delegate.failing(actor))
        add("answered", await delegate.answered(actor))
        add("counting", await delegate.counting(actor))
        add("staying", await delegate.staying(actor))
        // A delegate that leaves the caller's actor must not be used there as well.
        add("leaving", await way.makeDelegate().leaving(actor))
        add("onMainActor", await way.makeDelegate().onMainActor(actor))
        if actor === MainActor.shared { add("property", await delegate.isOnMainActor) }
        let parcel = Parcel()
        add("caller", await delegate.passing(parcel) === parcel && isCurrent(actor))
        return places
    }

    @MainActor private static func placesOnMainActor(_ way: Way) async throws -> Set<String> {
        try await places(way, MainActor.shared)
    }

    @concurrent private static func placesOnNoActor(_ way: Way) async throws -> Set<String> {
        try await places(way, MainActor.shared)
    }

    private static let following: Set = [
        "changing", "standard", "failing", "answered", "counting", "staying", "caller",
    ]

    @Test(arguments: Way.allCases) func requirementsRunOnTheActorOfTheirCaller(_ way: Way) async throws {
        let onWorker = try await Worker().places(way)
        #expect(onWorker == Self.following, "\(onWorker.symmetricDifference(Self.following))")
        #expect(try await Self.placesOnMainActor(way) == Self.following.union(["property", "onMainActor"]))
    }

    @Test(arguments: Way.allCases) func requirementsRunOnNoActorWhenTheirCallerDoes(_ way: Way) async throws {
        #expect(try await Self.placesOnNoActor(way) == ["onMainActor"])
    }

    @Test func observersRunOnTheActorOfTheCaller() async {
        #expect(await Worker().observe() == [true, true])
    }
}
