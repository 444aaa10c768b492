// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CRuntime
public import ProxyCore
import ProxyMacros

/// An object that must stay on its actor.
public final class Parcel {
    init() {}
}

/// Requirements that tell whether they run on the given actor.
@Proxied public protocol PlaceDelegate: AnyObject {
    func standard(_ actor: any Actor) async -> Bool
    func failing(_ actor: any Actor) async throws -> Bool
    func changing(_ actor: any Actor, to isThere: inout Bool) async
    @Default(false) func answered(_ actor: any Actor) async -> Bool
    func counting(_ actors: any Actor...) async -> Bool
    func passing(_ parcel: Parcel) async -> Parcel
    var isOnMainActor: Bool { get async }
    nonisolated(nonsending) func staying(_ actor: any Actor) async -> Bool
    @concurrent func leaving(_ actor: any Actor) async -> Bool
    @MainActor func onMainActor(_ actor: any Actor) async -> Bool
}

final class Place: PlaceDelegate {
    func standard(_ actor: any Actor) async -> Bool { await staying(actor) }
    func failing(_ actor: any Actor) async throws -> Bool { await staying(actor) }
    func changing(_ actor: any Actor, to isThere: inout Bool) async { isThere = await staying(actor) }
    func answered(_ actor: any Actor) async -> Bool { await staying(actor) }
    func counting(_ actors: any Actor...) async -> Bool { await staying(actors[0]) }
    func passing(_ parcel: Parcel) async -> Parcel { parcel }
    var isOnMainActor: Bool { get async { await staying(MainActor.shared) } }
    nonisolated(nonsending) func staying(_ actor: any Actor) async -> Bool {
        let wasThere = isCurrent(actor)
        await Task.yield()
        return wasThere && isCurrent(actor)
    }
    @concurrent func leaving(_ actor: any Actor) async -> Bool { isCurrent(actor) }
    @MainActor func onMainActor(_ actor: any Actor) async -> Bool { isCurrent(actor) }
}

/// Whether the current code runs on an actor.
func isCurrent(_ actor: any Actor) -> Bool {
    // An executor is two words: the object and its witness table.
    let executor = unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    return swift_task_isCurrentExecutorWithFlags(executor.0, executor.1, 0)
}
