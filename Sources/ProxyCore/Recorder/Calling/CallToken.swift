// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// State of a call kept between its begin and its end.
@usableFromInline
struct CallToken: BitwiseCopyable, @unchecked Sendable {
    // Sendable: the ring is designed for sharing between threads, and only its owner writes through the pointer.
    /// The ring with the begin entry; nil when the call is not recorded.
    @usableFromInline
    var ring: UnsafeMutablePointer<Ring>?
    @usableFromInline
    var call: UInt64
    /// Counter reading taken directly before the call was forwarded.
    @usableFromInline
    var start: UInt64
    /// Whether the call can end on another thread. Such a call has no reserved space in the ring.
    var isDetached: Bool

    @usableFromInline
    static let unrecorded = CallToken(ring: nil, call: 0, start: 0, isDetached: false)

    /// A call skipped by a rate limit. `call` holds the address of its entry instead of a number.
    init(leftOut entry: RateGovernor.Entry) {
        self.init(ring: nil, call: UInt64(UInt(bitPattern: entry)), start: 0, isDetached: false)
    }

    init(ring: UnsafeMutablePointer<Ring>?, call: UInt64, start: UInt64, isDetached: Bool) {
        self.ring = ring
        self.call = call
        self.start = start
        self.isDetached = isDetached
    }

    /// The scope of an async call's body; nil when the call is not recorded.
    @usableFromInline
    func scope(_ gate: UnsafePointer<RecordingGate>) -> AsyncScope? {
        guard let ring else { return nil }
        return AsyncScope(recorder: gate.pointee.number, ring: UInt(bitPattern: ring), call: call)
    }

    /// Counts the call if a rate limit skipped it.
    func countLeftOut(_ state: Invocation.State, _ path: Invocation.ReturnPath) {
        if ring == nil { Self.countLeftOut(call, state, path) }
    }

    /// Counts a call without a ring if a rate limit skipped it.
    ///
    /// - Parameter call: The token's `call`.
    static func countLeftOut(_ call: UInt64, _ state: Invocation.State, _ path: Invocation.ReturnPath) {
        if let entry = RateGovernor.Entry(bitPattern: UInt(call)) { RateGovernor.count(entry, state, path) }
    }
}
