// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import ProxyCore
import Testing

@testable import Interposer

/// Which reading a call gets of a requirement that may be passed in several ways.
@Suite struct ReadingChoiceTests {
    /// A requirement with an error of one type, which has an address of its own or none, and its calls.
    private struct Subject {
        private let readings: [RequirementReading]
        private let compiled: UnsafePointer<CompiledPlan>
        /// A witness table and a copy of it. Plans, which have its address, are never freed.
        private let table = UnsafeMutablePointer<UInt>.allocate(capacity: 2)

        init() throws {
            table.initialize(repeating: 7, count: 2)
            let passing = RequirementPassing(isAsync: false, isClassBound: true)
            let plan = try RequirementPlan(requirement("c", "yS2iScEYKF"), passing)
            try #require(plan.readings.count == 2)
            let recorded = InterposedRequirement(
                "c",
                of: "P",
                parameters: [Requirement.Parameter(label: nil, name: "", typeName: "Int")],
                arguments: plan.arguments.map { InterposedRequirement.Value($0.type, at: $0.offset) },
                result: nil,
                traits: [],
                target: "S",
                isLeftOut: false,
                recorder: Recorder()
            )
            readings = plan.readings
            let check = SelfCheck(table: table, descriptor: nil, metadata: nil)
            compiled = CompiledPlan.immortal(plan, recorded, check, isAsync: false)
        }

        /// The reading of a call that has the words of some, with other tables for each.
        func reading(withWordsOf indices: [Int]) -> Int? {
            let call = SavedCall()
            call.put(0x1000, at: readings[0].selfMetadata)
            for index in indices { call.put(UInt(bitPattern: table + index), at: readings[index].witnessTable) }
            return compiled.readingIndex(of: call.registers)
        }
    }

    @Test func theFirstOfTwoReadingsThatMayBeRightIsTaken() throws {
        #expect(try Subject().reading(withWordsOf: [0, 1]) == 0)
    }

    @Test func aReadingThatACallHasRuledOutIsNotTriedAgain() throws {
        let subject = try Subject()
        #expect(subject.reading(withWordsOf: [1]) == 1)
        #expect(subject.reading(withWordsOf: [0, 1]) == 1)
        #expect(subject.reading(withWordsOf: [0]) == nil)
    }

    @Test func aCallThatIsPassedInNoneOfTheWaysRulesNothingOut() throws {
        let subject = try Subject()
        #expect(subject.reading(withWordsOf: []) == nil)
        #expect(subject.reading(withWordsOf: [0]) == 0)
    }

    @Test func aReadingBehindTheRightOneStaysPossible() throws {
        let subject = try Subject()
        #expect(subject.reading(withWordsOf: [0]) == 0)
        #expect(subject.reading(withWordsOf: [1]) == 1)
    }
}
