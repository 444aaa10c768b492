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

        /// The entries of the table, in the order in which the protocol declares them.
        private func entries() throws -> [TableEntry] {
            var found: [TableEntry] = []
            withUnsafeMutablePointer(to: &found) { found in
                cinterpose_each_conformance(found) { context, conformance in
                    let conformance = conformance.pointee
                    guard String(cString: conformance.name) == "Signatures",
                        String(cString: conformance.type_name) == "Signed"
                    else { return true }
                    context?.assumingMemoryBound(to: [TableEntry].self).pointee = TableEntry.all(of: conformance)
                    return false
                }
            }
            try #require(!found.isEmpty)
            return found
        }

        /// The plan of an entry's own symbol.
        private func plan(_ entry: TableEntry, _ symbols: EntrySymbols) throws -> RequirementPlan {
            let names = symbols.names(at: entry.address)
            let symbol = try #require(names.compactMap { try? WitnessSymbol($0) }.first)
            return RequirementPlan(symbol, RequirementPassing(isAsync: false, isClassBound: true))
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

        @Test func thePlanOfAnotherRequirementIsRefusedUnlessItHasTheTableInTheSamePlace() throws {
            InterposeHooks.set
            let recorder = Recorder()
            let entries = try entries()
            let symbols = EntrySymbols(at: entries.map(\.address))
            let all = try entries.map { (entry: $0, plan: try plan($0, symbols)) }
            try #require(all.count == signatureCalls.count && all.allSatisfy { $0.plan.readings.count == 1 })
            let object = object()
            var (wrong, accepted) = (0, 0)
            for (called, entry) in all.map(\.entry).enumerated() {
                let slot = try #require(cinterpose_slot_for(entry.place, false))
                for (planned, plan) in all.map(\.plan).enumerated() {
                    let made = InterposedEntry(entry, symbols, recorder, isOwn: false)
                    let requirement = requirement(plan, recorder)
                    made.use(CompiledPlan.immortal(plan, requirement, entry.conformance.check, isAsync: false))
                    cinterpose_set_context(slot, Unmanaged.passRetained(made).toOpaque())
                    let slots = [slot]
                    slots.withUnsafeBufferPointer { _ = cinterpose_switch($0.baseAddress!, 1, true) }
                    let before = recorder.status.calls
                    signatureCalls[called](object)
                    recorder.flush()
                    let isRecorded = recorder.status.calls == before + 1
                    slots.withUnsafeBufferPointer { _ = cinterpose_switch($0.baseAddress!, 1, false) }
                    let isSame = all[called].plan.readings[0].witnessTable == plan.readings[0].witnessTable
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
