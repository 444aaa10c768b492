// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A handle of a CHTTP object.
struct CHandle: @unchecked Sendable {
    // Sendable: every function that takes one of these is documented as callable from any thread.
    let pointer: OpaquePointer
}
