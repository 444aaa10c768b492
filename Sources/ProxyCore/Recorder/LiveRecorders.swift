// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// The gates of all live recorders, by number.
enum LiveRecorders {
    private struct Gate: @unchecked Sendable {
        // Sendable: what changes in a gate is atomic.
        let pointer: UnsafeMutablePointer<RecordingGate>
    }

    private static let gates = ForkableMutex<[UInt: Gate]>([:])

    private static let forkHandler: Void = cthread_on_fork { LiveRecorders.leaveToParent() }

    static func add(_ gate: UnsafeMutablePointer<RecordingGate>) {
        _ = forkHandler
        let number = gate.pointee.number
        let gate = Gate(pointer: gate)
        gates.withLock { gates in
            gates[number] = gate
            // What the runtime makes for the loop, it makes now: in a forked child, it may wait for a thread that was making
            // something else.
            forEach(in: gates) { _ in }
        }
    }

    private static func forEach(in gates: [UInt: Gate], _ body: (UnsafeMutablePointer<RecordingGate>) -> Void) {
        for gate in gates.values { body(gate.pointer) }
    }

    /// Removes a recorder. Waits for threads that are using its gate.
    static func remove(_ number: UInt) { gates.withLock { $0[number] = nil } }

    /// Calls `body` with the gate of a recorder, unless it has been removed. `remove` waits for `body`.
    static func with(_ number: UInt, _ body: (UnsafePointer<RecordingGate>) -> Void) {
        gates.withLock { if let gate = $0[number] { body(UnsafePointer(gate.pointer)) } }
    }

    /// In a child process, the recorders of the parent process have no threads: they record nothing, and no thread waits
    /// for them.
    private static func leaveToParent() {
        ThreadContexts.renewFacts()
        gates.withLock { gates in
            forEach(in: gates) { gate in
                gate.pointee.drain.store(.inParent, ordering: .releasing)
                gate.pointee.setRecording(false)
            }
        }
    }
}
