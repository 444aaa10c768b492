// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// A weak reference that does not slow its object down.
///
/// Swift's own `weak` gives an object a side table, for the rest of its life: from then on every retain and release of
/// it, by whomever, goes through that table, and costs about twice as much. A recorder must not do that to the objects
/// of a program. This reference counts as `unowned` does, in the header of the object (Swift ABI, "Object Lifecycle"),
/// and is read as `weak` is: nil once the object's deinitialisation has begun.
///
/// The price is memory: the object is deinitialised as ever, but its own bytes are not given back before the last
/// reference of this kind is gone. So its address cannot be that of another object meanwhile.
///
/// Reading one returns a strong reference. Whoever holds it may be the last to, and then runs the deinitialiser: do not
/// read one under a lock; `isAlive` may be asked there.
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

    /// Whether the object is still there, at this moment.
    var isAlive: Bool { !swift_isDeallocating(UnsafeMutableRawPointer(bitPattern: address)) }

    /// Strong references to the object; of no object, none.
    var strongCount: Int {
        isAlive ? Int(bitPattern: UInt(swift_retainCount(UnsafeMutableRawPointer(bitPattern: address)))) : 0
    }

    /// The object at an address that a reference is kept to, nil when it is gone.
    @usableFromInline
    static func object(at address: UInt) -> AnyObject? {
        guard let object = swift_tryRetain(UnsafeMutableRawPointer(bitPattern: address)) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(object).takeRetainedValue()
    }
}
