// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Whether the type of an argument, the result or the error matches.
final class TypeQuestion {
    /// Answers for dynamic types, by the address of the type's metadata.
    private let dynamicTypes: AddressTable<Bool>
    /// For each call site, one bit per argument whose static type matches, and one for the result.
    private let staticTypes: AddressTable<UInt64>

    init(dynamicTypes: AddressTable<Bool>, staticTypes: AddressTable<UInt64>) {
        self.dynamicTypes = dynamicTypes
        self.staticTypes = staticTypes
    }

    func holds(for record: StoredRecord) -> Bool {
        let header = record.header
        let wanted = staticTypes[header.site]
        var reader = EncodedValueReader(record.arguments)
        var index = 0
        while !reader.isAtEnd {
            let type = reader.read().type
            if type == 0 ? wanted & ValueScope.bit(index) != 0 : dynamicTypes[type] { return true }
            index += 1
        }
        guard header.hasValue else { return false }
        var valueReader = EncodedValueReader(record.end)
        let type = valueReader.read().type
        return type == 0 ? wanted & ValueScope.resultBit != 0 : dynamicTypes[type]
    }
}
