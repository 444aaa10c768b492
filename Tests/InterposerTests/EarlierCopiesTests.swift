// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import ProxyCore
import Testing

@testable import Interposer

// Not private: an optimized build would call the conforming types directly.
protocol Pourable {
    func pour(_ amount: Int) -> Int
}

struct Jug<Liquid> {}

struct Cup<Liquid> {}

/// Its table needs no copies: it has nothing that depends on the generic argument.
struct Bowl<Liquid>: Pourable {
    @inline(never) func pour(_ amount: Int) -> Int { amount }
}

extension Jug: Pourable where Liquid: Hashable {
    @inline(never) func pour(_ amount: Int) -> Int { amount }
}

extension Cup: Pourable where Liquid: Hashable {
    @inline(never) func pour(_ amount: Int) -> Int { amount }
}

protocol Hangable {
    func hang(_ count: Int) -> Int
}

struct Rack<each Vessel> {}

/// The record of this conformance also describes the pack.
extension Rack: Hangable where repeat each Vessel: Hashable {
    @inline(never) func hang(_ count: Int) -> Int { count }
}

@inline(never) @_optimize(none)
private func pour(_ vessel: any Pourable) -> Int { vessel.pour(2) }

@inline(never) @_optimize(none)
private func hang(_ rack: any Hangable) -> Int { rack.hang(2) }

/// The runtime copies the table of a generic conformance when it is first used, and only the pattern is changed.
@Suite struct EarlierCopiesTests {
    @Test func anEntrySaysThatUsesBeforeItAreMissed() throws {
        let early: any Pourable = Jug<Int>()
        let plain: any Pourable = Bowl<Int>()
        #expect(pour(early) == 2 && pour(plain) == 2)
        let recorder = Recorder()
        for _ in 0..<2 {
            let interposer = Interposer.install("InterposerTests.Pourable", recorder: recorder)
            defer { interposer.remove() }
            #expect(pour(early) == 2 && pour(plain) == 2)
            #expect(pour(Jug<String>()) == 2)
            #expect(pour(Cup<Int>()) == 2)
            let entries = Dictionary(grouping: interposer.entries, by: \.typeName)
            #expect(entries["Jug"]?.map(\.missesEarlier) == [true])
            #expect(entries["Bowl"]?.map(\.missesEarlier) == [false])
            // What was copied while it was on leads to its entry the next time, too.
            #expect(entries["Cup"]?.map(\.missesEarlier) == [false])
        }
        recorder.flush()
        #expect(recorder.status.recorded == 6)
    }

    /// What describes them lies behind other parts of the record, which are as long as its flags say.
    @Test func noTableOfThisProcessHasManyPrivateWords() {
        var most: UInt32 = 0
        withUnsafeMutablePointer(to: &most) { most in
            cinterpose_each_conformance(most) { context, conformance in
                guard let context else { return true }
                let most = context.assumingMemoryBound(to: UInt32.self)
                most.pointee = max(most.pointee, cinterpose_private_words(conformance))
                return true
            }
        }
        #expect((1...64).contains(most))
    }

    @Test func tablesOfTypesWithPacksAreCopiesToo() {
        let early: any Hangable = Rack<Int, String>()
        #expect(hang(early) == 2)
        let recorder = Recorder()
        let interposer = Interposer.install("InterposerTests.Hangable", recorder: recorder)
        #expect(interposer.entries.map(\.missesEarlier) == [true])
        interposer.remove()
        var rack = early
        let inspection = Interposer.inspect(&rack, recorder: recorder)
        defer { inspection.remove() }
        #expect(hang(rack) == 2)
        recorder.flush()
        #expect(recorder.status.recorded == 1)
    }
}
