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

    private struct Key: Hashable {
        let table: UInt
        let recorder: ObjectIdentifier
    }

    /// All copies, by themselves.
    private static let made = Mutex<[Key: WitnessTableCopy]>([:])

    /// A copy of a table for a recorder; the table itself if it is such a copy, because its variable was inspected before.
    ///
    /// - Parameter recorder: Kept for ever by the entries of the copy.
    /// - Returns: nil if the table is none of a Swift protocol.
    static func of(_ original: Table, for recorder: Recorder) -> WitnessTableCopy? {
        func key(_ table: Table) -> Key {
            Key(table: UInt(bitPattern: table), recorder: ObjectIdentifier(recorder))
        }
        if let known = made.withLock({ $0[key(original)] }) { return known }
        guard let copy = WitnessTableCopy(of: original) else { return nil }
        made.withLock { $0[key(copy.table)] = copy }
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
