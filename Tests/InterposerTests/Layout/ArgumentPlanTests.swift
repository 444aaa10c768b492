// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Interposer

/// The expected places are those of LLVM's code for functions with these parameters.
@Suite struct ArgumentPlanTests {
    @Test func registersAreUsedInOrder() {
        let plan = ArgumentPlan([.value(Int.self), .value(Double.self), .value(Bool.self)], on: .x86)
        #expect(places(plan) == ["i0", "v0", "i1"])
        #expect(plan.selfMetadata == .integer(2))
        #expect(plan.witnessTable == .integer(3))
        #expect(plan.stackSize == 0)
    }

    @Test func theStackTakesWhatRegistersDoNot() {
        let plan = ArgumentPlan(Array(repeating: .value(Int8.self), count: 8), on: .x86)
        #expect(places(plan) == ["i0", "i1", "i2", "i3", "i4", "i5", "s0", "s8"])
        #expect(plan.selfMetadata == .stack(16))
        #expect(plan.witnessTable == .stack(24))
        #expect(plan.stackSize == 32)
    }

    @Test func armHasTwoRegistersMore() {
        let plan = ArgumentPlan(Array(repeating: .value(Int8.self), count: 7), on: .arm)
        #expect(plan.selfMetadata == .integer(7))
        #expect(plan.witnessTable == .stack(0))
        #expect(plan.stackSize == 16)
    }

    @Test(arguments: [Convention.x86, .arm])
    func vectorsAreAlignedOnTheStack(_ convention: Convention) {
        let floats: [PassedValue] = Array(repeating: .value(Float.self), count: 9)
        let plan = ArgumentPlan(floats + [.value(SIMD4<Float>.self)], on: convention)
        #expect(places(plan) == ["v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "s0", "s16"])
        #expect(plan.stackSize == 32)
    }

    @Test func pairsAreNeverSplitBetweenRegistersAndStackOnX86() {
        let words: [PassedValue] = Array(repeating: .value(Int.self), count: 5)
        let plan = ArgumentPlan(words + [.value(Int128.self), .value(Int.self)], on: .x86)
        #expect(places(plan) == ["i0", "i1", "i2", "i3", "i4", "s0 s8", "i5"])
        #expect(plan.selfMetadata == .stack(16))
    }

    @Test func pairsBeginInAnEvenRegisterOnARM() {
        let plan = ArgumentPlan([.value(Int.self), .value(Int128.self), .value(Int.self)], on: .arm)
        #expect(places(plan) == ["i0", "i2 i3", "i4"])
    }

    @Test func pairsOnTheStackLeaveNoRegisterOnARM() {
        let words: [PassedValue] = Array(repeating: .value(Int.self), count: 7)
        let plan = ArgumentPlan(words + [.value(Int128.self), .value(Int.self)], on: .arm)
        #expect(places(plan).suffix(2) == ["s0 s8", "s16"])
    }

    @Test func tuplesArePassedAsTheirElements() {
        let plan = ArgumentPlan([.value((Int8, (Any, Double), Empty, Bool).self)], on: .x86)
        #expect(places(plan) == ["i0", "address i1", "v0", "", "i2"])
        #expect(plan.arguments.map(\.offset) == [0, 8, 40, 48, 48])
        #expect(plan.arguments.allSatisfy { $0.index == 0 })
    }

    @Test func valuesInMemoryArePassedByAddress() {
        let plan = ArgumentPlan([.value(FiveWords.self), .value(Any.self), .address, .function], on: .x86)
        #expect(places(plan) == ["address i0", "address i1", "address i2", "words i3 i4"])
    }

    @Test func leadingAndGenericWordsAreCounted() {
        let plan = ArgumentPlan([.value(Int.self)], leadingCount: 2, genericCount: 2, on: .x86)
        #expect(plan.leading == [.integer(0), .integer(1)])
        #expect(places(plan) == ["i2"])
        #expect(plan.selfMetadata == .integer(5))
        #expect(plan.witnessTable == .stack(0))
    }

    @Test func nothingIsKnownBehindAnUnknownArgument() {
        let refusal = LayoutRefusal("reason")
        let plan = ArgumentPlan([.value(Int.self), .unknown(refusal), .value(Int.self)], on: .x86)
        #expect(places(plan) == ["i0", "reason", "an argument before it is not known: reason"])
        #expect(plan.selfMetadata == nil)
        #expect(plan.witnessTable == nil)
    }

    @Test func theStackIsLargeEnoughForUnknownArguments() {
        let unknown = ArgumentPlan(
            [.unknown(LayoutRefusal("reason"))] + Array(repeating: .value(Int128.self), count: 4),
            on: .x86
        )
        #expect(unknown.stackSize >= 4 * 16 + 4 * 16 + 2 * 8)
    }

    private func places(_ plan: ArgumentPlan) -> [String] {
        plan.arguments.map { argument in
            switch argument.location {
            case .direct(let pieces): pieces.map(\.place.text).joined(separator: " ")
            case .address(let place): "address \(place.text)"
            case .words(let places): "words " + places.map(\.text).joined(separator: " ")
            case .unknown(let refusal): refusal.description
            }
        }
    }
}

extension Place {
    var text: String {
        switch self {
        case .integer(let index): "i\(index)"
        case .vector(let index): "v\(index)"
        case .stack(let offset): "s\(offset)"
        }
    }
}
