// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// The words that stand for an object where somebody refers to it (Swift ABI, "Type Layout" and "Object Lifecycle").
struct ReferenceWords: Hashable, Sendable {
    /// What a strong or an unowned reference is.
    let address: UInt
    /// What a weak reference is, nil while there is none.
    let weak: UInt?

    /// Does not slow the object down: an object that nobody refers to weakly does not become one that somebody does.
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
