// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Which values of a record a question refers to.
struct ValueScope {
    /// For each call site, one bit per argument to test. Arguments beyond the 63rd are not tested.
    var arguments: AddressTable<UInt64>?
    /// Parts of the other arguments to test; nil for none.
    var partName: PartName?
    var isResultAsked: Bool
    var isErrorAsked: Bool

    /// The bit of an argument.
    static func bit(_ index: Int) -> UInt64 { index < 63 ? 1 << UInt64(index) : 0 }
    /// The bit of the result, in tables that include it.
    static let resultBit: UInt64 = 1 << 63
}

/// Tests the values of a record in stored order.
final class ValueQuestion<Test: EncodedValueTest> {
    private let scope: ValueScope
    // A pointer avoids exclusivity checks in tests of a million records.
    private let memory: UnsafeMutablePointer<Test>

    init(_ scope: ValueScope, _ test: Test) {
        self.scope = scope
        memory = .allocate(capacity: 1)
        memory.initialize(to: test)
    }

    deinit {
        memory.deinitialize(count: 1)
        memory.deallocate()
    }

    var test: Test { memory.pointee }

    /// The records of a mask for which the test holds.
    @inline(__always)
    func filtered(_ mask: RecordMask, _ records: UnsafePointer<StoredRecord>) -> RecordMask {
        // Hoisted out of the loop, which would otherwise retain the table for every record.
        let arguments = scope.arguments
        return mask.filtered(records) { holds(for: $0, arguments) }
    }

    @inline(__always)
    func holds(for record: StoredRecord) -> Bool { holds(for: record, scope.arguments) }

    @inline(__always)
    private func holds(for record: StoredRecord, _ arguments: AddressTable<UInt64>?) -> Bool {
        let header = record.header
        if let arguments, header.argumentBytes > 0 {
            let wanted = arguments[header.site]
            if let name = scope.partName {
                if partsHold(record.arguments, wanted, name) { return true }
                if header.parts.contains(.after), argumentsHoldAfter(record, header, wanted) { return true }
            } else if wanted != 0 {
                if argumentsHold(record.arguments, wanted) { return true }
                if header.parts.contains(.after), argumentsHoldAfter(record, header, wanted) { return true }
            }
        }
        guard header.hasValue else { return false }
        let isError = header.state == Invocation.State.threw.rawValue
        guard isError ? scope.isErrorAsked : scope.isResultAsked else { return false }
        return valueHolds(record.end)
    }

    @inline(__always)
    private func argumentsHold(_ bytes: UnsafeRawBufferPointer, _ wanted: UInt64) -> Bool {
        var reader = EncodedValueReader(bytes)
        var rest = wanted
        while rest != 0, !reader.isAtEnd {
            if rest & 1 == 0 {
                reader.skip()
            } else if reader.containsValue(&memory.pointee) {
                return true
            }
            rest >>= 1
        }
        return false
    }

    private func partsHold(_ bytes: UnsafeRawBufferPointer, _ wanted: UInt64, _ name: PartName) -> Bool {
        var reader = EncodedValueReader(bytes)
        var rest = wanted
        while !reader.isAtEnd {
            let holds =
                rest & 1 == 0
                ? reader.containsPart(named: name, &memory.pointee) : reader.containsValue(&memory.pointee)
            if holds { return true }
            rest >>= 1
        }
        return false
    }

    /// Whether the test holds for an `inout` argument after the call.
    @inline(never)
    private func argumentsHoldAfter(_ record: StoredRecord, _ header: StoredHeader, _ wanted: UInt64) -> Bool {
        var reader = EncodedValueReader(record.end)
        if header.hasValue { reader.skip() }
        for site in CallSite.at(header.site).pointee.inouts {
            if wanted & ValueScope.bit(site.index) != 0 {
                if reader.containsValue(&memory.pointee) { return true }
            } else if let name = scope.partName {
                if reader.containsPart(named: name, &memory.pointee) { return true }
            } else {
                reader.skip()
            }
        }
        return false
    }

    private func valueHolds(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var reader = EncodedValueReader(bytes)
        return reader.containsValue(&memory.pointee)
    }
}
