// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type that the library writes without reflection.
///
/// The module that knows a type adds its conformance. Subclasses inherit it from a class, and `encode` must not run any
/// code of theirs.
package protocol DirectlyEncoded {
    /// Whether writing a value runs no user code, such as that of its elements.
    static var isPlain: Bool { get }
    /// Whether writing the first value may take much longer than later ones. Default false.
    static var isSlowAtFirst: Bool { get }
    func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?)
    /// Writes the value at an address, as a value of the static type.
    static func encodeAtAddress(_ address: UnsafeRawPointer, _ writer: inout ValueWriter)
}

extension DirectlyEncoded {
    package static var isPlain: Bool { true }
    package static var isSlowAtFirst: Bool { false }

    package static func encodeAtAddress(_ address: UnsafeRawPointer, _ writer: inout ValueWriter) {
        address.assumingMemoryBound(to: Self.self).pointee.encode(to: &writer, label: nil, type: nil)
    }
}

extension Bool: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putHead(.bool, type: type, label: label)
        writer.put(self ? 1 as UInt8 : 0)
    }
}

extension String: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putString(self, type: type, label: label)
    }
}

extension Substring: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        // A string would be a copy of all of it, which can be the rest of a document.
        writer.putText(utf8, tag: .string, type: type, label: label)
    }
}

extension Character: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putString(String(self), type: type, label: label)
    }
}

extension StaticString: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putString(description, type: type, label: label)
    }
}

extension Float16: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putHead(.float, type: type, label: label)
        writer.put(Float(self))
    }
}

extension Float: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putHead(.float, type: type, label: label)
        writer.put(self)
    }
}

extension Double: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putHead(.double, type: type, label: label)
        writer.put(self)
    }
}

extension FixedWidthInteger {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        if let signed = Int64(exactly: self) {
            writer.putHead(.signed, type: type, label: label)
            writer.put(signed)
        } else if let unsigned = UInt64(exactly: self) {
            writer.putHead(.unsigned, type: type, label: label)
            writer.put(unsigned)
        } else {
            writer.putString(String(self), tag: .described, type: type, label: label)
        }
    }
}

extension Int: DirectlyEncoded {}

extension Int8: DirectlyEncoded {}

extension Int16: DirectlyEncoded {}

extension Int32: DirectlyEncoded {}

extension Int64: DirectlyEncoded {}

extension Int128: DirectlyEncoded {}

extension UInt: DirectlyEncoded {}

extension UInt8: DirectlyEncoded {}

extension UInt16: DirectlyEncoded {}

extension UInt32: DirectlyEncoded {}

extension UInt64: DirectlyEncoded {}

extension UInt128: DirectlyEncoded {}

extension Optional: DirectlyEncoded {
    package static var isPlain: Bool { ValueEncoder.isPlain(Wrapped.self) }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        switch self {
        case nil: writer.putHead(.absent, type: type, label: label)
        case let wrapped?: writer.writeAny(wrapped, label: label, staticType: type == nil ? Wrapped.self : nil)
        }
    }
}
