// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A reading in the form in which calls use it: without allocations, in memory that is never freed.
struct CompiledReading {
    let steps: UnsafeBufferPointer<CopyStep>
    let selfMetadata: Place
    let witnessTable: Place
    let earlierWords: UnsafeBufferPointer<(Place, Place)>
    let stackSize: UInt64
    let result: RequirementResult.Source
    let failure: RequirementReading.Failure
    /// Where the address of the result is, or else that of the error; nil for the register for results.
    let keptAddress: Place?

    init(_ reading: RequirementReading) {
        steps = CopyStep.immortal(reading.arguments)
        selfMetadata = reading.selfMetadata
        witnessTable = reading.witnessTable
        let words = UnsafeMutableBufferPointer<(Place, Place)>.allocate(capacity: reading.earlierWords.count)
        _ = words.initialize(from: reading.earlierWords)
        earlierWords = UnsafeBufferPointer(words)
        stackSize = UInt64(reading.stackSize)
        result = reading.result
        switch (reading.result, reading.failure) {
        case (.memory(let address, _), .memory(_, let type)):
            // One address can be kept.
            keptAddress = Self.place(of: address, reading)
            failure = .undecoded(UndecodedError("\(type)"))
        case (.memory(let address, _), let other):
            keptAddress = Self.place(of: address, reading)
            failure = other
        case (_, .memory(let place, let type)):
            keptAddress = place
            failure = .memory(place, type: type)
        case (_, let other):
            keptAddress = nil
            failure = other
        }
    }

    private static func place(of address: ResultPlan.Address, _ reading: RequirementReading) -> Place? {
        if case .leading(let index) = address { reading.leading[index] } else { nil }
    }
}
