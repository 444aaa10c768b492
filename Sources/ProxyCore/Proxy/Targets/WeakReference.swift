// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// A weak reference that does not slow its object down.
///
/// Swift's own `weak` gives an object a side table for the rest of its life. Every retain and release of the object
/// then goes through that table and costs about twice as much. A recorder must not do that to a program's objects. This
/// reference is counted like `unowned`, in the header of the object (Swift ABI, "Object Lifecycle"), and reads like
/// `weak`: nil once the object's deinitialisation has begun.
///
/// The price is memory: the object is deinitialised as usual, but its memory is freed only with the last reference of
/// this kind. Until then, no other object can have its address.
///
/// Reading the reference returns a strong reference. Its holder may become the last owner and run the deinitialiser, so
/// do not read it under a lock; `isAlive` is safe there.
@usableFromInline
final class WeakReference: Sendable {
    let address: UInt

    init(_ object: AnyObject) {
        address = UInt(bitPattern: ObjectIdentifier(object))
        _ = swift_unownedRetain(UnsafeMutableRawPointer(bitPattern: address))
    }

    deinit { swift_unownedRelease(UnsafeMutableRawPointer(bitPattern: address)) }

    /// The object, nil when it is gone.
    var object: AnyObject? { Self.object(at: address) }

    /// Whether the object is alive at this moment.
    var isAlive: Bool { !swift_isDeallocating(UnsafeMutableRawPointer(bitPattern: address)) }

    /// Number of strong references to the object, 0 once it is gone.
    var strongCount: Int {
        isAlive ? Int(bitPattern: UInt(swift_retainCount(UnsafeMutableRawPointer(bitPattern: address)))) : 0
    }

    /// The object at an address for which a reference is held, nil when it is gone.
    @usableFromInline
    static func object(at address: UInt) -> AnyObject? {
        guard let object = swift_tryRetain(UnsafeMutableRawPointer(bitPattern: address)) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(object).takeRetainedValue()
    }
}
