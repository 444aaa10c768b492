// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Writes values of one static type; chosen once, when the type is first described.
final class ValueEncoder: @unchecked Sendable {
    // Sendable: immutable, and the closure captures nothing but a type.
    typealias Encode = (_ address: UnsafeRawPointer, _ writer: inout ValueWriter) -> Void

    let encode: Encode
    /// Whether `encode` runs no user code.
    let isPlain: Bool

    init<Value>(_ type: Value.Type) {
        isPlain = Self.isPlain(type)
        if let direct = Self.direct(type) {
            encode =
                direct.isSlowAtFirst
                ? { address, writer in
                    let isFirst = writer.nature(of: type).isFirst
                    writer.excused(if: isFirst) { direct.encodeAtAddress(address, &$0) }
                } : direct.encodeAtAddress
        } else {
            encode = { address, writer in
                writer.writeAny(address.assumingMemoryBound(to: Value.self).pointee, label: nil, staticType: Value.self)
            }
        }
    }
}

extension ValueEncoder {
    /// Whether values of a type are written without running user code.
    static func isPlain(_ type: Any.Type) -> Bool { direct(type)?.isPlain ?? false }

    /// A type's `Redactable` or `InspectableValue` conformance takes precedence over the built-in encoding.
    private static func direct(_ type: Any.Type) -> (any DirectlyEncoded.Type)? {
        InspectableRegistration.isInspectable(type) ? nil : type as? any DirectlyEncoded.Type
    }
}
