// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A class-bound existential as plain words: the object, then one witness table per protocol.
///
/// Forwarding to a target must not count references: on a shared object, one retain and release pair costs more than
/// the whole budget of a call. Swift stores an `any P` of a class-bound protocol as plain words (Swift ABI, "Type
/// Layout: Class Existential Containers"). A proxy keeps those words, copies them to the stack for the length of a
/// call, and uses the existential there. The caller keeps the object alive for that long; see `ProxyState`.
@usableFromInline
struct TargetWords: BitwiseCopyable, Sendable {
    @usableFromInline
    typealias Storage = (UInt, UInt, UInt, UInt)

    @usableFromInline
    var storage: Storage = (0, 0, 0, 0)

    /// Takes the words of a target; nil unless `Delegate` is a class or a class-bound existential of at most three
    /// protocols.
    init?<Delegate>(_ target: Delegate) {
        let size = MemoryLayout<Delegate>.size
        guard size % 8 == 0, size >= 8, size <= MemoryLayout<Storage>.size,
            type(of: target as Any) is AnyClass
        else { return nil }
        withUnsafeBytes(of: target) { source in
            withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: source) }
        }
        guard storage.0 == UInt(bitPattern: ObjectIdentifier(target as AnyObject)) else { return nil }
    }

    /// The address of the object.
    @inlinable
    @inline(__always)
    var object: UInt { storage.0 }

    /// Calls `body` with the target that the words represent.
    @inlinable
    @inline(__always)
    static func withTarget<Delegate, Return, Failure>(
        _ words: TargetWords,
        _ body: (inout Delegate) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        var storage = words.storage
        return try withUnsafeMutablePointer(to: &storage) { pointer throws(Failure) -> Return in
            try body(&UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Delegate.self).pointee)
        }
    }
}
