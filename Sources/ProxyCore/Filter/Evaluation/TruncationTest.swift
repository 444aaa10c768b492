// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Whether a value was truncated.
struct TruncationTest: EncodedValueTest {
    func holds(forText text: UnsafeRawBufferPointer) -> Bool { false }
    func holds(forSigned number: Int64) -> Bool { false }
    func holds(for value: EncodedValue) -> Bool { value.isCut }
}
