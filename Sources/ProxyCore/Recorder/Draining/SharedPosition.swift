// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// The position of a recorder's newest stored call, in a file that the recorder writes to as memory: the file still has
/// it after the process was killed.
package final class SharedPosition: @unchecked Sendable {
    // Sendable: one atomic number, at an address that does not change.
    private let number: UnsafeMutablePointer<Atomic<UInt64>>

    /// Bytes of the file that belong to the position, in the machine's byte order.
    package static let byteCount = MemoryLayout<UInt64>.size

    /// Maps the first bytes of an open file, which must have been written; nil if that fails, or on a file system on which
    /// a store could fail or wait (`cthread_map_file`).
    package init?(mapping file: Int32) {
        guard let address = cthread_map_file(file, Self.byteCount) else { return nil }
        number = address.assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    deinit { cthread_unmap(number, Self.byteCount) }

    func store(_ position: UInt64) { number.pointee.store(position, ordering: .relaxed) }
}

/// A position that its owner may give up.
struct WeakSharedPosition {
    weak var position: SharedPosition?
}

extension Recorder {
    /// Keeps the position of the newest stored call in a file from now on, as long as `shared` exists. The file is never
    /// behind what queries, streams and sinks show.
    package func keepPosition(in shared: SharedPosition) {
        engine.withDrain { drain in
            drain.sharedPositions.removeAll { $0.position == nil }
            drain.sharedPositions.append(WeakSharedPosition(position: shared))
            shared.store(drain.store.lastPosition)
        }
    }

    /// Whether it stores calls of this process: a recording doesn't, nor does the recorder of a process in its child made
    /// by fork(2).
    package var storesCalls: Bool { !isReplay && !engine.isInParent }
}
