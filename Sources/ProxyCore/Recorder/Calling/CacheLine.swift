// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A call that comes alone, long after the last one, finds nothing of what it needs in the processor's caches, and waits
/// for each line of memory that it touches. So the types that every call touches have their hot fields together, in
/// memory that starts with a line.
enum CacheLine {
    /// Bytes of a line on x86-64, and on most processors of the Arm architecture.
    static let bytes = 64
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
    /// Allocates memory that starts with a cache line. Free it with `deallocate`.
    static func allocateOnLine(_ capacity: Int = 1) -> UnsafeMutablePointer<Pointee> {
        UnsafeMutableRawPointer
            .allocate(byteCount: capacity * MemoryLayout<Pointee>.stride, alignment: CacheLine.bytes)
            .bindMemory(to: Pointee.self, capacity: capacity)
    }
}
