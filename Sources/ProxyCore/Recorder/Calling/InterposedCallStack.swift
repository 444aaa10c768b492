// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread

/// The recorded calls of interposed requirements that are under way on one thread.
///
/// Each is known by an address in the frame of its stub. A frame that lies at or above that address, further out on the
/// stack, can only exist once the call was left; so calls that were left by longjmp(3) or an exception of C++ are found
/// when the next call begins or an outer one returns.
///
/// Calls on other stacks than the one that the thread began with, such as those of signal handlers and coroutines, are not
/// recorded: a call that is left there for another stack is no caller of those that follow on the thread. Neither are
/// those near the end of the stack, which could be too small for the record.
struct InterposedCallStack {
    private struct Call {
        var frame: UInt
        let token: CallToken
        let gate: UnsafePointer<RecordingGate>
    }

    /// Empty until the thread's first call.
    private var calls = UnsafeMutableBufferPointer<Call>(start: nil, count: 0)
    /// Number of calls under way, with those that were left and are not found yet.
    private(set) var count = 0
    private var isGrowing = false
    /// The addresses at which calls are recorded; `end` is 0 before the thread's stack was asked for.
    private var recorded = cthread_stack(start: 0, end: 0)
    /// Whether the thread does the inspector's work, whose calls are none of the program.
    private(set) var isOwnWork = false

    /// Bytes of the stack that a record may need: 12 to 29 kB were seen in a debug build.
    private static let recordBytes: UInt = 32 << 10

    /// Forgets all calls: another thread has the context now.
    mutating func removeAll() {
        count = 0
        isGrowing = false
        recorded.end = 0
        isOwnWork = false
    }

    /// Begins or ends work of the inspector.
    mutating func setOwnWork(_ isOwn: Bool) {
        isOwnWork = isOwn
        recorded = cthread_stack(start: .max, end: isOwn ? .max : 0)
    }

    /// Whether a call with this frame is recorded.
    @inline(__always)
    mutating func records(_ frame: UnsafeRawPointer) -> Bool {
        if recorded.end == 0, !findPlace() { return false }
        return UInt(bitPattern: frame) >= recorded.start && UInt(bitPattern: frame) < recorded.end
    }

    /// - Returns: False for a call of a signal handler: the search allocates.
    @inline(never)
    private mutating func findPlace() -> Bool {
        guard !cthread_is_in_handler() else { return false }
        recorded = Self.place(for: Self.recordBytes)
        return true
    }

    /// Whether a frame is on the thread's own stack, and as many bytes are left for those inside it.
    static func hasRoom(at frame: UnsafeRawPointer, for bytes: UInt) -> Bool {
        let place = place(for: bytes)
        return UInt(bitPattern: frame) >= place.start && UInt(bitPattern: frame) < place.end
    }

    /// The addresses of frames with as many bytes below them. Where the system tells nothing, all are.
    private static func place(for bytes: UInt) -> cthread_stack {
        let stack = cthread_own_stack()
        return stack.end == 0
            ? cthread_stack(start: 0, end: .max) : cthread_stack(start: stack.start + bytes, end: stack.end)
    }

    /// Ends the records of the calls that were left before a call with this frame began.
    @inline(__always)
    mutating func endLeft(before frame: UnsafeRawPointer) {
        guard count > 0, calls[count - 1].frame <= UInt(bitPattern: frame) else { return }
        endLeft(upTo: frame)
    }

    @inline(never)
    private mutating func endLeft(upTo frame: UnsafeRawPointer) {
        while count > 0, calls[count - 1].frame <= UInt(bitPattern: frame) {
            // The handler of a signal has interrupted the writer of a record: a later call ends them.
            if calls[count - 1].token.ring?.pointee.isWriting == true { return }
            count -= 1
            CallEnd.left(calls[count].token, calls[count].gate)
        }
    }

    /// Notes a call that begins.
    @inline(__always)
    mutating func push(_ frame: UnsafeRawPointer, _ token: CallToken, _ gate: UnsafePointer<RecordingGate>) {
        guard token.ring != nil else { return }
        if count == calls.count, !grow() { return }
        let call = calls.baseAddress.unsafelyUnwrapped + count
        // A call of a signal handler comes after this one, and takes it for one further out.
        call.pointee.frame = .max
        cthread_signal_fence()
        count += 1
        cthread_signal_fence()
        call.initialize(to: Call(frame: UInt(bitPattern: frame), token: token, gate: gate))
    }

    /// Removes a call that returns, and ends the records of those inside it.
    @inline(__always)
    mutating func pop(_ frame: UnsafeRawPointer) {
        guard count > 0, calls[count - 1].frame <= UInt(bitPattern: frame) else { return }
        if calls[count - 1].frame == UInt(bitPattern: frame) { return count -= 1 }
        popSlowly(frame)
    }

    @inline(never)
    private mutating func popSlowly(_ frame: UnsafeRawPointer) {
        endLeft(upTo: frame - 1)
        if count > 0, calls[count - 1].frame == UInt(bitPattern: frame) { count -= 1 }
    }

    /// - Returns: False for a call of a signal handler, which may have interrupted this, or the allocator.
    @inline(never)
    private mutating func grow() -> Bool {
        guard !isGrowing, !cthread_is_in_handler() else { return false }
        isGrowing = true
        cthread_signal_fence()
        defer {
            cthread_signal_fence()
            isGrowing = false
        }
        let larger = UnsafeMutableBufferPointer<Call>.allocate(capacity: max(8, calls.count * 2))
        _ = larger.moveInitialize(fromContentsOf: calls)
        calls.deallocate()
        calls = larger
        return true
    }
}
