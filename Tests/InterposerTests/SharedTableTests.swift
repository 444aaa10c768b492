// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import Foundation
import ProxyCore
import Synchronization
import Testing

@testable import Interposer

// Not private: an optimized build would call the only conforming type directly.
protocol Shared: AnyObject {
    func share(_ number: Int) -> Int
}

final class Sharer: Shared {
    func share(_ number: Int) -> Int { number }
}

private final class Round: Sendable {
    let isReady = Atomic<Bool>(false)
    let isOver = Atomic<Bool>(false)
}

extension InterpositionTests {
    /// Several interposers of the same tables.
    @Suite struct SharedTableTests {
        @inline(never) @_optimize(none) private func sharer() -> any Shared { Sharer() }

        @Test func oneThatIsInstalledWhileAnotherIsRemovedRecords() {
            let recorder = Recorder()
            let sharer = sharer()
            // The other has many more tables, so that it takes its time.
            let selection = Interposer.Selection(protocols: ["Foundation*.*", "Shared"])
            let other = Interposer.install(selection, recorder: Recorder())
            let own = Interposer.install("Shared", recorder: recorder)
            own.remove()
            defer {
                own.remove()
                other.remove()
            }
            var missed = 0
            for _ in 0..<300 {
                let round = Round()
                Thread.detachNewThread {
                    round.isReady.store(true, ordering: .releasing)
                    other.remove()
                    round.isOver.store(true, ordering: .releasing)
                }
                while !round.isReady.load(ordering: .acquiring) {}
                for _ in 0..<Int.random(in: 0...1_500) { sched_yield() }
                own.resume()
                while !round.isOver.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 0) }
                let before = recorder.status.calls
                _ = sharer.share(1)
                recorder.flush()
                missed += recorder.status.calls == before + 1 ? 0 : 1
                own.remove()
                other.resume()
            }
            #expect(missed == 0)
        }

        @Test func aPauseHoldsForTheRecorderThatHasTheTable() {
            let (first, second) = (Recorder(), Recorder())
            let sharer = sharer()
            func calls() -> [UInt64] {
                _ = sharer.share(1)
                for recorder in [first, second] { recorder.flush() }
                return [first.status.calls, second.status.calls]
            }
            let own = Interposer.install("Shared", recorder: first)
            first.pause()
            #expect(calls() == [0, 0])
            // Another takes the table over, and gives it back.
            let other = Interposer.install("Shared", recorder: second)
            #expect(calls() == [0, 1])
            other.remove()
            #expect(calls() == [0, 1])
            first.resume()
            #expect(calls() == [1, 1])
            second.pause()
            other.resume()
            #expect(calls() == [1, 1])
            other.remove()
            #expect(calls() == [2, 1])
            own.remove()
            #expect(calls() == [2, 1])
        }

        /// An optimiser reads an entry once for all calls in a function.
        @inline(never) @_optimize(none) private func share(_ sharer: any Shared) -> Bool { sharer.share(1) == 1 }

        /// As that of a library does that was closed and loaded again in the same place.
        @Test func aTableThatHasItsOriginalsAgainIsEnteredByAnUpdate() throws {
            let recorder = Recorder()
            let sharer = sharer()
            let interposer = Interposer.install("Shared", recorder: recorder)
            defer { interposer.remove() }
            let entries = interposer.entries
            let entry = try #require(TableEntry.all(ofProtocol: "Shared", type: "Sharer").first)
            let slots = [try #require(cinterpose_slot_for(entry.place, false))]
            #expect(cinterpose_is_entered(slots[0]))
            slots.withUnsafeBufferPointer { _ = cinterpose_switch($0.baseAddress!, 1, false) }
            #expect(share(sharer) && !cinterpose_is_entered(slots[0]))
            interposer.update()
            #expect(share(sharer) && cinterpose_is_entered(slots[0]))
            recorder.flush()
            #expect(recorder.status.calls == 1 && interposer.entries == entries)
        }

        /// Never freed, since slots have it.
        nonisolated(unsafe) private static let onePlace =
            UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

        @Test func anotherTableInTheSameMemoryGetsASlotOfItsOwn() throws {
            let place = Self.onePlace
            let old = UnsafeMutableRawPointer(bitPattern: 0x1_0000)
            let new = UnsafeMutableRawPointer(bitPattern: 0x2_0000)
            func enter(_ slot: UnsafeMutablePointer<cinterpose_slot>) -> Bool {
                [slot].withUnsafeBufferPointer { _ = cinterpose_switch($0.baseAddress!, 1, true) }
                return cinterpose_was_written(slot)
            }
            place.initialize(to: old)
            let first = try #require(cinterpose_slot_for(place, false))
            #expect(enter(first) && cinterpose_slot_for(place, false) == first && cinterpose_original(place) == old)
            // The library is closed, and another one loaded.
            place.pointee = new
            #expect(!enter(first) && cinterpose_original(place) == new)
            let second = try #require(cinterpose_slot_for(place, false))
            #expect(second != first)
            #expect(enter(second) && cinterpose_slot_for(place, false) == second && cinterpose_original(place) == new)
            // The first one again.
            place.pointee = old
            let third = try #require(cinterpose_slot_for(place, false))
            #expect(third != second && enter(third) && cinterpose_original(place) == old)
        }

        /// Never freed, since slots have them.
        nonisolated(unsafe) private static let manyPlaces =
            UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>.allocate(capacity: 3_000)

        /// Stubs are made in blocks, which lie at addresses in any order.
        @Test func eachOfManyEntriesKeepsTheSlotToWhichItLeads() throws {
            let original = UnsafeMutableRawPointer(bitPattern: 0x1_0000)
            Self.manyPlaces.initialize(repeating: original)
            let places = Self.manyPlaces.indices.map { Self.manyPlaces.baseAddress! + $0 }
            let slots = try places.map { try #require(cinterpose_slot_for($0, false)) }
            #expect(Set(slots).count == slots.count)
            func enter(_ isOn: Bool) -> Int {
                slots.withUnsafeBufferPointer { cinterpose_switch($0.baseAddress!, $0.count, isOn) }
            }
            #expect(enter(true) == slots.count)
            #expect(places.compactMap { cinterpose_slot_for($0, false) } == slots)
            #expect(places.allSatisfy { $0.pointee != original && cinterpose_original($0) == original })
            #expect(enter(false) == slots.count)
            #expect(places.allSatisfy { $0.pointee == original })
        }

        @Test func oneThatIsInstalledAgainUsesTheEntriesOfTheLastTime() throws {
            let recorder = Recorder()
            let entry = try #require(TableEntry.all(ofProtocol: "Shared", type: "Sharer").first)
            let slot = try #require(cinterpose_slot_for(entry.place, false))
            Interposer.install("Shared", recorder: recorder).remove()
            let first = cinterpose_context(slot)
            Interposer.install("Shared", recorder: recorder).remove()
            #expect(cinterpose_context(slot) == first)
            // Another recorder has other entries.
            Interposer.install("Shared", recorder: Recorder()).remove()
            #expect(cinterpose_context(slot) != first)
        }
    }
}
