// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Types of the standard library that reflection shows poorly or not at all.

extension Duration: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        // `components` stops the program when the seconds need more than 64 bits.
        let seconds = self / .seconds(1)
        let text = writer.shown(seconds, as: "seconds") { _ in description }
        writer.putPortrait(text, type: type, label: label) { $0.put("seconds", seconds) }
    }
}

extension ValueWriter {
    /// Writes an address with the part that the mirror of an `UnsafeRawPointer` shows.
    fileprivate mutating func putAddress(_ address: UInt, type: UnsafeRawPointer?, label: String?) {
        let shown = Mirror(address, children: ["pointerValue": UInt64(address)])
        writeChildren(of: Reflection(custom: shown), tag: .structure, label: label, type: type)
    }
}

// These two have no mirror of their own: reflection shows a built-in pointer without parts.

extension OpaquePointer: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putAddress(UInt(bitPattern: self), type: type, label: label)
    }
}

extension ObjectIdentifier: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putAddress(UInt(bitPattern: self), type: type, label: label)
    }
}

extension AnyHashable: DirectlyEncoded {
    package static var isPlain: Bool { false }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.writeAny(base, label: label, staticType: nil)
    }
}

extension DirectlyEncoded where Self: SIMD {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putElements(indices, tag: .list, type: type, label: label) { lane, writer in
            writer.writeAny(self[lane], label: nil, staticType: nil)
        }
    }
}

extension SIMD2: DirectlyEncoded {}
extension SIMD3: DirectlyEncoded {}
extension SIMD4: DirectlyEncoded {}
extension SIMD8: DirectlyEncoded {}
extension SIMD16: DirectlyEncoded {}
extension SIMD32: DirectlyEncoded {}
extension SIMD64: DirectlyEncoded {}
