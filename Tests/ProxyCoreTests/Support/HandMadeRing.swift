// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread

@testable import ProxyCore

/// A ring that no thread writes to but the test.
final class HandMadeRing {
    let ring: UnsafeMutablePointer<Ring>
    private let context: UnsafeMutablePointer<ThreadContext>
    private let gate: UnsafeMutablePointer<RecordingGate>
    private var isOwned = true

    init() {
        context = .allocate(capacity: 1)
        context.initialize(to: ThreadContext(thread: cthread_self()))
        var configuration = RecorderConfiguration()
        configuration.ringBytes = 1 << 18
        gate = .allocate(capacity: 1)
        gate.initialize(to: RecordingGate(configuration) { _ in })
        ring = .allocate(capacity: 1)
        ring.initialize(to: Ring(gate: gate, context: context))
    }

    deinit {
        if isOwned {
            RingBuffer.free(ring.pointee.first)
            ring.deinitialize(count: 1)
            ring.deallocate()
        }
        context.pointee.frames.deallocate()
        context.deinitialize(count: 1)
        context.deallocate()
        gate.deinitialize(count: 1)
        gate.deallocate()
    }

    /// The drain frees the ring.
    func add(to drain: inout Drain) {
        drain.add(ring)
        isOwned = false
    }
}
