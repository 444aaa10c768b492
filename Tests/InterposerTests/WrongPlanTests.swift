// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import ProxyCore
import Testing

@testable import Interposer

extension InterpositionTests {
    /// The self check against plans that are wrong: those of other requirements.
    @Suite struct WrongPlanTests {
        @inline(never) @_optimize(none) private func object() -> any Signatures { Signed() }

        private func plan(_ requirement: SymbolEntity) -> RequirementPlan {
            RequirementPlan(requirement, RequirementPassing(isAsync: false, isClassBound: true))
        }

        private func requirement(_ plan: RequirementPlan, _ recorder: Recorder) -> InterposedRequirement {
            InterposedRequirement(
                "f",
                of: "Signatures",
                parameters: plan.arguments.map { _ in Requirement.Parameter(label: nil, name: "", typeName: "") },
                arguments: plan.arguments.map { InterposedRequirement.Value($0.type, at: $0.offset) },
                result: nil,
                traits: [],
                target: "Signed",
                isLeftOut: false,
                recorder: recorder
            )
        }

        /// Calls the requirements with plans that may be wrong.
        private struct Trial {
            let recorder = Recorder()
            let object: any Signatures
            let entries: [TableEntry]
            let symbols: EntrySymbols

            /// Whether a call is recorded when it is read by a plan.
            func isRecorded(
                callOf called: Int,
                by plan: RequirementPlan,
                _ requirement: InterposedRequirement
            ) throws -> Bool {
                let entry = entries[called]
                let slot = try #require(cinterpose_slot_for(entry.place, false))
                let made = InterposedEntry(entry, symbols, recorder, isReadable: true)
                made.use(CompiledPlan.immortal(plan, requirement, entry.conformance.check, isAsync: false))
                cinterpose_set_context(slot, Unmanaged.passRetained(made).toOpaque(), nil)
                let slots = [slot]
                slots.withUnsafeBufferPointer { _ = cinterpose_switch($0.baseAddress!, 1, true) }
                defer { slots.withUnsafeBufferPointer { _ = cinterpose_switch($0.baseAddress!, 1, false) } }
                let before = recorder.status.calls
                signatureCalls[called](object)
                recorder.flush()
                let isRecorded = recorder.status.calls == before + 1
                #expect(made.unreadCount == (isRecorded ? 0 : 1), "a call that is refused is counted")
                return isRecorded
            }
        }

        /// Everything that a trial needs, and the requirements in their order.
        private func trial() throws -> (Trial, [SymbolEntity]) {
            InterposeHooks.set
            let entries = try TableEntry.all(ofProtocol: "Signatures", type: "Signed")
            let symbols = EntrySymbols(at: entries.map(\.address))
            let requirements = try entries.map { try $0.requirement(symbols) }
            try #require(requirements.count == signatureCalls.count)
            return (Trial(object: object(), entries: entries, symbols: symbols), requirements)
        }

        @Test func thePlanOfAnotherRequirementIsRefusedUnlessItHasTheTableInTheSamePlace() throws {
            let (trial, requirements) = try trial()
            let plans = requirements.map(plan)
            try #require(plans.allSatisfy { $0.readings.count == 1 })
            var (wrong, accepted) = (0, 0)
            for called in plans.indices {
                for (planned, plan) in plans.enumerated() {
                    let isRecorded = try trial.isRecorded(
                        callOf: called,
                        by: plan,
                        requirement(plan, trial.recorder)
                    )
                    let isSame = plans[called].readings[0].witnessTable == plan.readings[0].witnessTable
                    #expect(isRecorded == isSame, "the plan of f\(planned) for a call of f\(called)")
                    if planned != called {
                        wrong += 1
                        accepted += isRecorded ? 1 : 0
                    }
                }
            }
            // The others have the same number of words; nothing tells them apart.
            #expect(wrong == 34 * 33 && accepted < wrong / 5)
        }

        /// A mistake in the signature of a requirement.
        private struct Mistake: CustomStringConvertible {
            enum Kind: CaseIterable { case missing, swapped, otherType }

            let kind: Kind
            let called: Int
            let index: Int
            let requirement: SymbolEntity

            var description: String { "f\(called) with \(kind) at \(index)" }
        }

        /// Each parameter left out, exchanged with the next one, and of each other type of the fixtures.
        private func mistakes(_ requirements: [SymbolEntity]) throws -> [Mistake] {
            let all = requirements.flatMap { $0.function?.parameters ?? [] }
            let types = Set(all.map(\.type))
            try #require(types.count == 9)
            return try requirements.enumerated().flatMap { called, requirement in
                let function = try #require(requirement.function)
                func changed(_ kind: Mistake.Kind, at index: Int, _ change: (inout [SymbolElement]) -> Void) -> Mistake
                {
                    var parameters = function.parameters
                    change(&parameters)
                    var wrong = requirement
                    wrong.type = .function(SymbolFunction(parameters: parameters, result: function.result))
                    return Mistake(kind: kind, called: called, index: index, requirement: wrong)
                }
                return function.parameters.indices.flatMap { index in
                    let type = function.parameters[index].type
                    var made = [changed(.missing, at: index) { $0.remove(at: index) }]
                    if index + 1 < function.parameters.count, function.parameters[index + 1].type != type {
                        made.append(changed(.swapped, at: index) { $0.swapAt(index, index + 1) })
                    }
                    return made
                        + types.subtracting([type]).map { other in
                            changed(.otherType, at: index) { $0[index] = SymbolElement(type: other) }
                        }
                }
            }
        }

        /// What the document says of the self check: a mistake is noticed if it moves the last two words, and only then.
        @Test func aMistakeInASignatureIsRefusedUnlessItLeavesTheTableInItsPlace() throws {
            let (trial, requirements) = try trial()
            let right = requirements.map(plan)
            let mistakes = try mistakes(requirements)
            var refused: [Mistake.Kind: Int] = [:]
            for mistake in mistakes {
                let plan = plan(mistake.requirement)
                let reading = try #require(plan.readings.first)
                let isRecorded = try trial.isRecorded(
                    callOf: mistake.called,
                    by: plan,
                    requirement(plan, trial.recorder)
                )
                let own = right[mistake.called].readings[0]
                let isSame = own.witnessTable == reading.witnessTable && own.selfMetadata == reading.selfMetadata
                #expect(isRecorded == isSame, "\(mistake)")
                refused[mistake.kind, default: 0] += isRecorded ? 0 : 1
            }
            #expect(mistakes.count > 1_000)
            // Two words or two floating-point numbers look the same to everybody.
            #expect(refused[.swapped] == 0)
            #expect(refused[.missing, default: 0] > 100 && refused[.otherType, default: 0] > 1_000)
        }

        /// The words of an earlier call may still be on the stack, where a plan with too many arguments looks.
        @Test func theTableFurtherToTheFrontRefusesAPlan() {
            let table = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
            table.initialize(to: 7)
            defer { table.deallocate() }
            let check = SelfCheck(table: table, descriptor: nil, metadata: nil)
            // Behind the last integer register of x86-64, whose neighbours are looked at.
            let places = SelfCheck.Places(
                selfMetadata: .stack(0),
                witnessTable: .stack(8),
                earlier: [(.integer(4), .integer(5))]
            )
            let registers = UnsafeMutablePointer<cinterpose_registers>.allocate(capacity: 1)
            defer { registers.deallocate() }
            UnsafeMutableRawPointer(registers).initializeMemory(
                as: UInt8.self,
                repeating: 0,
                count: MemoryLayout<cinterpose_registers>.size
            )
            func passes(in stack: [UInt64]) -> Bool {
                stack.withUnsafeBufferPointer { stack in
                    registers.pointee.stack = stack.baseAddress!
                    return check.passes(registers, places)
                }
            }
            let address = UInt64(UInt(bitPattern: table))
            #expect(passes(in: [99, address]))
            #expect(!passes(in: [99, 98]))
            registers.pointee.integers.4 = 99
            registers.pointee.integers.5 = address
            #expect(!passes(in: [99, address]))
            registers.pointee.integers.4 = 97
            #expect(passes(in: [99, address]))
        }

        @Test func aSubclassMayCall() throws {
            let recorder = Recorder()
            let interposer = Interposer.install("Signatures", recorder: recorder)
            defer { interposer.remove() }
            @inline(never) @_optimize(none) func specialised() -> any Signatures { Specialised() }
            for _ in 0..<3 { signatureCalls[3](specialised()) }
            recorder.flush()
            #expect(recorder.status.recorded == 3)
        }
    }
}
