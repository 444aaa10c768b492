// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a call has to remember between its begin and its end.
@usableFromInline
struct CallToken: BitwiseCopyable, @unchecked Sendable {
    // Sendable: the ring is shared between threads by design, and only its writer follows the pointer to write.
    /// The ring on which the begin was written, nil when the call is not recorded.
    var ring: UnsafeMutablePointer<Ring>?
    var call: UInt64
    /// Reading of the counter right before the call was passed on.
    var start: UInt64
    /// Whether the call can end on another thread; then it has no reserve in the ring.
    var isDetached: Bool

    @usableFromInline
    static let unrecorded = CallToken(ring: nil, call: 0, start: 0, isDetached: false)

    /// A call that a rate limit leaves out; its entry lies where a recorded call has its number.
    init(leftOut entry: RateGovernor.Entry) {
        self.init(ring: nil, call: UInt64(UInt(bitPattern: entry)), start: 0, isDetached: false)
    }

    init(ring: UnsafeMutablePointer<Ring>?, call: UInt64, start: UInt64, isDetached: Bool) {
        self.ring = ring
        self.call = call
        self.start = start
        self.isDetached = isDetached
    }

    /// Counts a call that is not recorded, when it is to be counted.
    func countLeftOut(_ state: Invocation.State, _ path: Invocation.ReturnPath) {
        guard ring == nil, let entry = RateGovernor.Entry(bitPattern: UInt(call)) else { return }
        RateGovernor.count(entry, state, path)
    }
}
