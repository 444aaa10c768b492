// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import ProxyCore
import Testing

@testable import Interposer

extension InterpositionTests {
    /// What happens in a process whose toolchain passes values in another way than plans say.
    @Suite struct SelfTestTests {
        @inline(never) @_optimize(none) private func object() -> any Signatures { Signed() }

        @Test func passesInThisProcess() {
            #expect(SelfTest.passes(expecting: SelfTest.expected))
        }

        @Test func itPassesOnAThreadThatDoesTheInspectorsWork() {
            OwnWork.perform { #expect(SelfTest.passes(expecting: SelfTest.expected)) }
        }

        /// A program that is linked with this package has types of the same names.
        @Test func itsTypesAreNotSearchedByName() {
            #expect(SelfTest.types["10Interposer16ConventionSampleV"] == ConventionSample.self)
            #expect(SelfTest.types["10Interposer15ConventionLargeV"] == ConventionLarge.self)
        }

        @Test func oneValueThatIsReadInAnotherWayFailsIt() {
            for call in SelfTest.expected.indices {
                for value in SelfTest.expected[call].indices {
                    var other = SelfTest.expected
                    other[call][value] += "!"
                    #expect(!SelfTest.passes(expecting: other), "value \(value) of call \(call)")
                }
            }
        }

        @Test func aCallThatIsNotRecordedFailsIt() {
            #expect(!SelfTest.passes(expecting: SelfTest.expected + [["signed(1)"]]))
        }

        /// Where it fails, entries say so, and their calls go on as they are.
        @Test func callsGoOnUnrecordedWhereItFails() throws {
            InterposeHooks.set
            let recorder = Recorder()
            let object = object()
            let entries = try TableEntry.all(ofProtocol: "Signatures", type: "Signed")
            let symbols = EntrySymbols(at: entries.map(\.address))
            for (entry, call) in zip(entries, signatureCalls) {
                let made = InterposedEntry(entry, symbols, recorder, isReadable: false)
                #expect(!made.mayHavePlan)
                #expect(withUnsafePointer(to: 0) { made.compiledPlan(at: $0) } == nil)
                #expect(made.description.refusal == "this program passes values in a way that is not known")
                let slots = [try #require(cinterpose_slot_for(entry.place, false))]
                cinterpose_set_context(slots[0], Unmanaged.passRetained(made).toOpaque(), nil)
                slots.withUnsafeBufferPointer { _ = cinterpose_switch($0.baseAddress!, 1, true) }
                call(object)
                slots.withUnsafeBufferPointer { _ = cinterpose_switch($0.baseAddress!, 1, false) }
            }
            recorder.flush()
            #expect(recorder.status.calls == 0)
        }
    }
}
