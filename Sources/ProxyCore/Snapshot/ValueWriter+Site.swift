// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ValueWriter {
    /// Writes the value at `site` in the tuple at `base`.
    @inline(__always)
    mutating func write(_ site: ValueSite, in base: UnsafeRawPointer) {
        let address = base + site.offset
        switch site.form {
        case .string where room > 0: putString(address.assumingMemoryBound(to: String.self).pointee)
        case .int64 where hasTail: putSigned(address.load(as: Int64.self))
        case .object where hasTail: putObject(address.load(as: UInt.self))
        default: writeOther(site, at: address)
        }
    }

    @inline(never)
    private mutating func writeOther(_ site: ValueSite, at address: UnsafeRawPointer) {
        guard room > 0 else { return putNoRoom() }
        switch site.form {
        case .bool: put(ValueTag.bool.rawValue); put(address.load(as: UInt8.self) & 1)
        case .int8: putSigned(Int64(address.load(as: Int8.self)))
        case .int16: putSigned(Int64(address.load(as: Int16.self)))
        case .int32: putSigned(Int64(address.load(as: Int32.self)))
        case .uint8: putUnsigned(UInt64(address.load(as: UInt8.self)))
        case .uint16: putUnsigned(UInt64(address.load(as: UInt16.self)))
        case .uint32: putUnsigned(UInt64(address.load(as: UInt32.self)))
        case .uint64: putUnsigned(address.load(as: UInt64.self))
        case .float: put(ValueTag.float.rawValue); put(address.load(as: Float.self))
        case .double: put(ValueTag.double.rawValue); put(address.load(as: Double.self))
        case .optionalString: putOptionalString(address.assumingMemoryBound(to: String?.self).pointee)
        case .stringMap: putStringMap(address.assumingMemoryBound(to: [String: String].self).pointee)
        case .optionalObject: putObject(address.load(as: UInt.self))
        case .function: put(ValueTag.function.rawValue)
        // Of no function, the address of the code is 0 (Swift ABI, "Type Layout: Functions").
        case .optionalFunction: put((address.load(as: UInt.self) == 0 ? ValueTag.absent : .function).rawValue)
        case .encoded: site.encoder?._withUnsafeGuaranteedRef { $0.encode(address, &self) }
        case .string, .int64, .object: put(ValueTag.absent.rawValue)
        }
    }

    /// Writes the mark of an argument that does not fit; without the reason where there are very many.
    private mutating func putNoRoom() {
        if hasTail {
            putHead(.absent, cut: (.record, 0))
        } else {
            put(ValueTag.absent.rawValue)
        }
    }

    /// Whether enough of the tail is left for a number or an object.
    private var hasTail: Bool { room > -320 }

    @inline(__always)
    mutating func putSigned(_ number: Int64) {
        put(ValueTag.signed.rawValue)
        put(number)
    }

    mutating func putUnsigned(_ number: UInt64) {
        put(ValueTag.unsigned.rawValue)
        put(number)
    }

    private mutating func putOptionalString(_ string: String?) {
        if let string { putText(string) } else { put(ValueTag.absent.rawValue) }
    }

    /// Writes the identity of a class instance: its address and its dynamic type. The type is the first word of every
    /// native object on Linux (Swift ABI, "Type Layout: Heap Objects").
    @inline(__always)
    mutating func putObject(_ object: UInt) {
        guard let address = UnsafeRawPointer(bitPattern: object) else { return put(ValueTag.absent.rawValue) }
        put(ValueTag.object.rawValue | ValueTag.typed)
        put(address.load(as: UInt.self))
        put(object)
    }
}
