// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The position of a recorder's newest stored call, in a file that the recorder writes to as memory: the file still has
/// it after the process was killed.
package final class SharedPosition: @unchecked Sendable {
    // Sendable: one atomic number, at an address that does not change.
    private let number: UnsafeMutablePointer<Atomic<UInt64>>

    /// Bytes of the file that belong to the position, in the machine's byte order.
    package static let byteCount = MemoryLayout<UInt64>.size

    /// Maps the first bytes of an open file; nil if that fails.
    ///
    /// The bytes must have been written: in a hole of a file, a full disk would end the process at the first store.
    package init?(mapping file: Int32) {
        let address = mmap(nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let address, address != MAP_FAILED else { return nil }
        number = address.assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    deinit { munmap(number, Self.byteCount) }

    func store(_ position: UInt64) { number.pointee.store(position, ordering: .relaxed) }
}

extension Recorder {
    /// Keeps the position of the newest stored call in a file from now on, as long as `shared` exists. The file is never
    /// behind what queries, streams and sinks show. A second call replaces the first.
    package func keepPosition(in shared: SharedPosition) {
        engine.withDrain { drain in
            drain.sharedPosition = shared
            drain.publish()
        }
    }
}
