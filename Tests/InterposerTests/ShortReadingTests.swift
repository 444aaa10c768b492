// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import ProxyCore
import Testing

@testable import Interposer

extension InterpositionTests {
    /// The short way of checking a call beside the long one, which decides alone what is refused.
    @Suite struct ShortReadingTests {
        /// A requirement's reading, and the words that its calls pass.
        private struct Subject {
            let name: String
            let reading: RequirementReading
            let compiled: CompiledReading
            let check: SelfCheck
            let metadata: UInt
            let table: UInt

            var short: ShortReading? { ShortReading(compiled, check) }

            func call(_ others: [(UInt, Place)] = []) -> SavedCall {
                let call = SavedCall()
                for (word, place) in others { call.put(word, at: place) }
                call.put(metadata, at: reading.selfMetadata)
                call.put(table, at: reading.witnessTable)
                return call
            }

            func passesLong(_ call: SavedCall) throws -> Bool {
                check.passes(call.registers, try #require(compiled.checked))
            }

            func passesShort(_ call: SavedCall) throws -> Bool { try #require(short).passes(call.registers) }
        }

        /// Stands for a witness table, of which only the address and the first word are looked at.
        private static let table = UInt(
            bitPattern: {
                let words = UnsafeMutablePointer<UInt>.allocate(capacity: 2)
                words.initialize(repeating: 7, count: 2)
                return words
            }()
        )

        /// One for each requirement of the fixtures: with arguments in registers only, and on the stack, too.
        private func subjects(knowsMetadata: Bool = true) throws -> [Subject] {
            let entries = try TableEntry.all(ofProtocol: "Signatures", type: "Signed")
            let symbols = EntrySymbols(at: entries.map(\.address))
            let metadata = unsafeBitCast(Signed.self as Any.Type, to: UnsafeRawPointer.self)
            let table = try #require(UnsafeRawPointer(bitPattern: Self.table))
            return try entries.enumerated().map { index, entry in
                let passing = RequirementPassing(isAsync: false, isClassBound: true)
                let plan = try RequirementPlan(entry.requirement(symbols), passing)
                let reading = try #require(plan.readings.first)
                return Subject(
                    name: "f\(index)",
                    reading: reading,
                    compiled: CompiledReading(reading),
                    check: SelfCheck(table: table, descriptor: nil, metadata: knowsMetadata ? metadata : nil),
                    metadata: UInt(bitPattern: metadata),
                    table: UInt(bitPattern: table)
                )
            }
        }

        @Test func acceptsACallWithTheExpectedWordsInTheirPlaces() throws {
            for subject in try subjects() {
                let call = subject.call()
                #expect(try subject.passesShort(call) && subject.passesLong(call), "\(subject.name)")
            }
        }

        @Test func leavesACallOfAnotherTypeToTheLongWay() throws {
            for subject in try subjects() {
                let call = subject.call()
                call.put(subject.metadata &+ 8, at: subject.reading.selfMetadata)
                #expect(try !subject.passesShort(call), "\(subject.name)")
                // Without a descriptor, each type conforms.
                #expect(try subject.passesLong(call), "\(subject.name)")
            }
        }

        @Test func refusesACallWithoutTheTableInItsPlace() throws {
            for subject in try subjects() {
                let call = subject.call()
                call.put(subject.table &+ 8, at: subject.reading.witnessTable)
                #expect(try !subject.passesShort(call), "\(subject.name)")
            }
        }

        @Test func leavesACallWithTheTableFurtherToTheFrontToTheLongWay() throws {
            var (inRegisters, onStack) = (0, 0)
            for subject in try subjects() {
                for (_, second) in subject.reading.earlierWords {
                    let call = subject.call([(subject.table, second)])
                    #expect(try !subject.passesShort(call), "\(subject.name) at \(second)")
                    #expect(try subject.passesLong(call), "\(subject.name) at \(second)")
                    if case .stack = second { onStack += 1 } else { inRegisters += 1 }
                }
            }
            #expect(inRegisters > 0 && onStack > 0)
        }

        @Test func refusesACallWithBothWordsFurtherToTheFrontAsTheLongWayDoes() throws {
            for subject in try subjects() {
                for (first, second) in subject.reading.earlierWords {
                    let call = subject.call([(subject.metadata, first), (subject.table, second)])
                    #expect(try !subject.passesShort(call), "\(subject.name) at \(second)")
                    #expect(try !subject.passesLong(call), "\(subject.name) at \(second)")
                }
            }
        }

        @Test func doesNotExistWhereTheConformingTypeIsNotKnown() throws {
            for subject in try subjects(knowsMetadata: false) { #expect(subject.short == nil, "\(subject.name)") }
        }
    }
}
