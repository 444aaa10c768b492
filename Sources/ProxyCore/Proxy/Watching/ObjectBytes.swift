// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// Facts read from the bytes of an object that another thread may be freeing at the same time.
///
/// Nothing is retained and no code of the object runs. Unmapped memory yields nothing, and every known field must look
/// like a class (Swift ABI, "Type Metadata", "Nominal Type Descriptor").
struct ObjectBytes {
    /// The object's type, without its module.
    let typeName: String
    /// Whether a stored property refers to the searched object.
    let holds: Bool

    private static let sizeLimit = 16_384

    /// Nil when there is no object at the address.
    ///
    /// - Parameter words: Words of the object to search for in the one at `address`.
    init?(at address: UInt, lookingFor words: ReferenceWords) {
        guard let type = Self.word(at: address), let size = Self.instanceSize(ofClassAt: type) else { return nil }
        typeName = String(describing: unsafeBitCast(type, to: AnyClass.self))
        let count = min(size, Self.sizeLimit) / 8
        holds = withUnsafeTemporaryAllocation(of: UInt.self, capacity: count) { buffer in
            guard let start = buffer.baseAddress, cruntime_copy(address, start, count * 8) else { return false }
            return buffer.dropFirst(2).contains(where: words.contains)
        }
    }

    /// The word at an address, nil when the memory is unmapped.
    static func word(at address: UInt) -> UInt? {
        var word: UInt = 0
        guard address != 0, address % 8 == 0, cruntime_copy(address, &word, 8) else { return nil }
        return word
    }

    /// The size of the instances of a class, nil when there is no class at the address.
    private static func instanceSize(ofClassAt address: UInt) -> Int? {
        guard address % 8 == 0 else { return nil }
        // Kind, superclass, flags and address point, instance size and alignment, size and address point, descriptor.
        var fields: (UInt, UInt, UInt64, UInt64, UInt64, UInt) = (0, 0, 0, 0, 0, 0)
        let isRead = withUnsafeMutableBytes(of: &fields) { bytes in
            bytes.baseAddress.map { cruntime_copy(address, $0, bytes.count) } ?? false
        }
        let usesSwiftReferenceCounts = fields.2 & 2 != 0
        let size = Int(fields.3 & 0xFFFF_FFFF)
        guard isRead, fields.0 == 0, usesSwiftReferenceCounts, size >= 16, size < 1 << 28,
            let descriptor = word(at: fields.5 & ~7), fields.5 % 4 == 0
        else { return nil }
        let isDescribedAsClass = (fields.5 % 8 == 0 ? descriptor : descriptor >> 32) & 0x1F == 16
        return isDescribedAsClass ? size : nil
    }
}
