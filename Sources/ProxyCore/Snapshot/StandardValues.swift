// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Types of the standard library that reflection shows badly, or not at all.

extension Duration: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
        writer.putPortrait(description, type: type, label: label) { $0.put("seconds", seconds) }
    }
}

extension AnyHashable: DirectlyEncoded {
    package static var isPlain: Bool { false }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.writeAny(base, label: label, staticType: nil)
    }
}

extension SIMD {
    fileprivate func encodeLanes(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putElements(indices, tag: .list, type: type, label: label) { lane, writer in
            writer.writeAny(self[lane], label: nil, staticType: nil)
        }
    }
}

extension SIMD2: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        encodeLanes(to: &writer, label: label, type: type)
    }
}

extension SIMD3: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        encodeLanes(to: &writer, label: label, type: type)
    }
}

extension SIMD4: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        encodeLanes(to: &writer, label: label, type: type)
    }
}

extension SIMD8: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        encodeLanes(to: &writer, label: label, type: type)
    }
}

extension SIMD16: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        encodeLanes(to: &writer, label: label, type: type)
    }
}

extension SIMD32: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        encodeLanes(to: &writer, label: label, type: type)
    }
}

extension SIMD64: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        encodeLanes(to: &writer, label: label, type: type)
    }
}
