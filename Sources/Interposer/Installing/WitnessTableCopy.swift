// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import ProxyCore
internal import Synchronization

/// A witness table for one value alone, with the tables of the protocols that its protocol inherits from. Never freed:
/// copies of the value have it, too.
struct WitnessTableCopy: @unchecked Sendable {
    // Sendable: CInterpose alone changes the tables.
    typealias Table = UnsafeMutablePointer<UnsafeMutableRawPointer?>

    let table: Table
    /// The copies, the table's own first.
    private(set) var conformances: [cinterpose_conformance] = []

    /// Copies of which each was made from another: those of one variable and its copies.
    private struct Key: Hashable {
        /// The first of them.
        let family: UInt
        let recorder: ObjectIdentifier
    }

    private struct Made {
        var families: [UInt: UInt] = [:]
        var copies: [Key: WitnessTableCopy] = [:]
    }

    /// All copies.
    private static let made = Mutex(Made())

    /// A copy of a table for a recorder. If it is a copy itself, because its variable was inspected before, and one of its
    /// family is for this recorder, that one: a variable may be inspected again and again.
    ///
    /// - Parameter recorder: Kept for ever by the entries of the copy.
    /// - Returns: nil if the table is none of a Swift protocol.
    static func of(_ original: Table, for recorder: Recorder) -> WitnessTableCopy? {
        let recorder = ObjectIdentifier(recorder)
        let (family, known) = made.withLock { made in
            let family = made.families[UInt(bitPattern: original)]
            return (family, family.flatMap { made.copies[Key(family: $0, recorder: recorder)] })
        }
        if let known { return known }
        guard let copy = WitnessTableCopy(of: original) else { return nil }
        let address = UInt(bitPattern: copy.table)
        made.withLock { made in
            made.families[address] = family ?? address
            made.copies[Key(family: family ?? address, recorder: recorder)] = copy
        }
        return copy
    }

    /// - Returns: nil if the table is none of a Swift protocol.
    private init?(of original: Table, depth: Int = 0) {
        var conformance = cinterpose_conformance.none
        guard depth < Self.depthLimit, cinterpose_conformance_of(original, &conformance) else { return nil }
        let privateWords = Int(cinterpose_private_words(&conformance))
        let count = privateWords + 1 + Int(conformance.requirement_count)
        let memory = Table.allocate(capacity: count)
        memory.initialize(from: original - privateWords, count: count)
        table = memory + privateWords
        conformance.table = table
        conformance.is_pattern = false
        conformances.append(conformance)
        for index in 0..<conformance.requirement_count {
            let requirement = cinterpose_requirement_at(conformance.protocol, index)
            let entry = table + 1 + Int(index)
            if let original = cinterpose_original(original + 1 + Int(index)) { entry.pointee = original }
            guard cinterpose_kind(UInt32(requirement.kind)) == CINTERPOSE_BASE_PROTOCOL, let base = entry.pointee,
                let copy = WitnessTableCopy(of: base.assumingMemoryBound(to: Table.Pointee.self), depth: depth + 1)
            else { continue }
            entry.pointee = UnsafeMutableRawPointer(copy.table)
            conformances += copy.conformances
        }
    }

    private static let depthLimit = 64
}

extension cinterpose_conformance {
    /// To be filled in by C.
    static var none: cinterpose_conformance {
        withUnsafeTemporaryAllocation(of: cinterpose_conformance.self, capacity: 1) { memory in
            let bytes = UnsafeMutableRawBufferPointer(memory)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            return memory[0]
        }
    }
}
