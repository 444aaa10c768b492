// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// The memory of an object's stored properties, read without running any of the object's code.
///
/// It includes inline structs, existentials, and optionals of both, but not the contents of other objects or of
/// collections.
enum InstanceWords {
    private static let headerSize = 16
    private static let sizeLimit = 65_536

    /// The offsets, in bytes, at which an object refers to another one.
    static func places(of words: ReferenceWords, in object: AnyObject) -> [Int] {
        let size = min(cruntime_instance_size(unsafeBitCast(type(of: object), to: UnsafeRawPointer.self)), sizeLimit)
        let base = UInt(bitPattern: ObjectIdentifier(object))
        return withExtendedLifetime(object) {
            stride(from: headerSize, to: size - size % 8, by: 8).filter { words.contains(word(at: $0, of: base)) }
        }
    }

    /// One word of an object whose memory is kept allocated by a reference.
    static func word(at offset: Int, of base: UInt) -> UInt {
        guard let address = UnsafeRawPointer(bitPattern: base + UInt(offset)) else { return 0 }
        return cruntime_word(address)
    }
}
