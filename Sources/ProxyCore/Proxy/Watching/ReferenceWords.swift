// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// The words by which references represent an object (Swift ABI, "Type Layout" and "Object Lifecycle").
struct ReferenceWords: Hashable, Sendable {
    /// The word of a strong or unowned reference.
    let address: UInt
    /// The word of a weak reference, nil while the object has none.
    let weak: UInt?

    /// Creates no side table: an object without weak references keeps its fast reference counts.
    init(of object: AnyObject) {
        let pointer = UnsafeMutableRawPointer(Unmanaged.passUnretained(object).toOpaque())
        address = UInt(bitPattern: pointer)
        guard swift_weakRetainCount(pointer) > 1 else {
            weak = nil
            return
        }
        var reference: UnsafeMutableRawPointer?
        _ = swift_weakInit(&reference, pointer)
        weak = UInt(bitPattern: reference)
        swift_weakDestroy(&reference)
    }

    func contains(_ word: UInt) -> Bool { word == address || word == weak }
}
