// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Interposer

/// The expected plans are those of functions with these results in the code that the compiler emits.
@Suite struct ResultPlanTests {
    @Test func resultsAreInRegisters() throws {
        #expect(try text([.value(Int.self)]) == "i0")
        #expect(try text([.value(Double.self)]) == "v0")
        #expect(try text([.value(String.self)]) == "i0 i1")
        #expect(try text([.value(Void.self)]) == "")
        #expect(try text([]) == "")
        #expect(try text([.value((Bool, Int128, UInt8).self)]) == "i0 i1 i2 i3")
        #expect(try text([.value((Float16, Float, Float16).self)]) == "v0 v1 v2")
    }

    @Test func elementsOfATupleShareRegisters() throws {
        #expect(try text([.value((Int8, Int8, Double).self)]) == "i0 v0")
        #expect(try text([.value(Int8.self), .value(Int8.self), .value(Double.self)]) == "i0 v0")
    }

    @Test func largeResultsAreAtTheIndirectResult() throws {
        #expect(try text([.value(FiveWords.self)]) == "result")
        #expect(try text([.value((Int, Double, Bool, Float, Int).self)]) == "result")
        #expect(try text([.value((FiveWords, FiveWords).self)]) == "result")
    }

    @Test func oneElementInMemoryIsAtTheIndirectResult() throws {
        #expect(try text([.value(Any.self)]) == " | result")
        #expect(try text([.address]) == " | result")
        #expect(try text([.value((Empty, Any).self)]) == " | result")
    }

    @Test func elementsInMemoryBesideOthersComeBeforeTheArguments() throws {
        #expect(try text([.value((Int, Any).self)]) == "i0 | leading 0")
        #expect(try text([.value((Any, Any, Int, Double).self)]) == "i0 v0 | leading 0 leading 1")
        #expect(try text([.value((Any, Any).self)]) == " | leading 0 leading 1")
        #expect(try text([.value((Int, FiveWords, Any).self)]) == "result | leading 0")
    }

    @Test func asyncResultsAreArgumentsOfTheContinuation() throws {
        #expect(try text([.value((Int, Int).self)], isAsync: true) == "i0 i1")
        #expect(try text([.value(FiveWords.self)], isAsync: true) == "leading 0")
        #expect(try text([.value((Int, Any).self)], isAsync: true) == "i0 | leading 0")
    }

    @Test func asyncResultsBehindTheFourthRegisterAreRefused() throws {
        // x0, x2 and x3; then x4, which nobody keeps.
        #expect(try text([.value((Int, Int128).self)], isAsync: true, on: .arm) == "i0 i2 i3")
        #expect(throws: LayoutRefusal("the result takes too many registers")) {
            try ResultPlan([.value((Int, Int128, Int).self)], isAsync: true, on: .arm)
        }
        #expect(try text([.value((Int, Int128, Int).self)], on: .arm) == "i0 i1 i2 i3")
        #expect(try text([.value((Int, Int128, Int).self)], isAsync: true) == "i0 i1 i2 i3")
    }

    @Test func directElementsHaveOffsetsInTheirTuple() throws {
        let plan = try ResultPlan([.value((Int8, Any, Int32, Double).self), .function])
        #expect(plan.elements.map(\.index) == [0, 0, 0, 0, 1])
        #expect(
            plan.elements.map(\.location)
                == [.direct(0), .memory(.leading(0)), .direct(4), .direct(8), .direct(16)]
        )
        #expect(plan.directSize == 32)
        #expect(plan.leadingCount == 1)
    }

    @Test func unknownElementsAreRefused() {
        #expect(throws: LayoutRefusal("reason")) { try ResultPlan([.unknown(LayoutRefusal("reason"))]) }
        #expect(throws: LayoutRefusal.self) { try ResultPlan([.value((Int, TaskPriority).self)]) }
    }

    @Test func largeElementsOfUnknownPartsAreKnownOnlyAlone() throws {
        typealias Large = Box<(FiveWords, FiveWords, TaskPriority)>
        #expect(try text([.value(Large.self)]) == " | result")
        #expect(throws: LayoutRefusal.self) { try ResultPlan([.value(Large.self), .value(Int.self)]) }
    }

    private func text(
        _ values: [PassedValue],
        isAsync: Bool = false,
        on convention: Convention = .x86
    ) throws -> String {
        let plan = try ResultPlan(values, isAsync: isAsync, on: convention)
        let direct =
            switch plan.direct {
            case .registers(let pieces): pieces.map(\.place.text).joined(separator: " ")
            case .memory(let address): text(address)
            }
        let others = plan.elements.compactMap { element in
            if case .memory(let address) = element.location { text(address) } else { nil as String? }
        }
        return others.isEmpty ? direct : direct + " | " + others.joined(separator: " ")
    }

    private func text(_ address: ResultPlan.Address) -> String {
        switch address {
        case .indirectResult: "result"
        case .leading(let index): "leading \(index)"
        }
    }
}
