// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// The memory of a ring: bytes that entries fill in a circle.
///
/// When it is full, the ring may continue in another one (see `Ring`). The writer links the next buffer before it
/// publishes anything in it. From then on, only the drain uses this one, and frees it when it has read everything.
struct RingBuffer: ~Copyable {
    /// The first page holds this structure.
    private static let headBytes = 4_096
    /// Capacity of an empty buffer: the largest power of two that is smaller than any entry.
    private static let emptyBytes = 8

    let base: UnsafeMutableRawPointer
    /// Size in bytes; a power of two. Untouched pages take no memory.
    let capacity: Int
    /// Position of the ring's first entry in this buffer. Set before the buffer is linked.
    var start: UInt = 0
    /// Whether no entry fits, because there was no memory.
    var isEmpty: Bool { capacity == Self.emptyBytes }
    /// Bytes to give back to the `RingGrowth`. Only the drain changes it.
    var spareBytes: Int
    /// Whether only required entries may be written before the drain reaches this buffer.
    let isForRequired: Bool
    /// The buffer that follows; nil for the one that the writer uses.
    let next = Atomic<UnsafeMutablePointer<RingBuffer>?>(nil)

    private init(base: UnsafeMutableRawPointer, capacity: Int, spareBytes: Int, isForRequired: Bool) {
        self.base = base
        self.capacity = capacity
        self.spareBytes = spareBytes
        self.isForRequired = isForRequired
    }

    /// Creates a buffer, without the heap's help; nil if there is no memory.
    static func make(
        _ capacity: Int,
        spareBytes: Int = 0,
        isForRequired: Bool = false
    ) -> UnsafeMutablePointer<RingBuffer>? {
        guard let memory = cthread_map(headBytes + capacity) else { return nil }
        let buffer = memory.assumingMemoryBound(to: RingBuffer.self)
        buffer.initialize(
            to: RingBuffer(
                base: memory + headBytes,
                capacity: capacity,
                spareBytes: spareBytes,
                isForRequired: isForRequired
            )
        )
        return buffer
    }

    /// Creates a buffer on the heap that no entry fits in.
    static func makeEmpty() -> UnsafeMutablePointer<RingBuffer> {
        let size = MemoryLayout<RingBuffer>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size + emptyBytes, alignment: 16)
        let buffer = memory.assumingMemoryBound(to: RingBuffer.self)
        buffer.initialize(
            to: RingBuffer(base: memory + size, capacity: emptyBytes, spareBytes: 0, isForRequired: false)
        )
        return buffer
    }

    static func free(_ buffer: UnsafeMutablePointer<RingBuffer>) {
        let capacity = buffer.pointee.capacity
        buffer.deinitialize(count: 1)
        if capacity == emptyBytes {
            UnsafeMutableRawPointer(buffer).deallocate()
        } else {
            cthread_unmap(buffer, headBytes + capacity)
        }
    }
}

/// The memory that the rings of a recorder may take in a burst, beyond the first buffer of each.
struct RingGrowth: ~Copyable {
    /// In bytes.
    let limit: Int
    private let taken = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    /// In bytes.
    var used: Int { taken.load(ordering: .relaxed) }

    /// Takes memory for a buffer that holds `least` bytes: twice as large as the full one, or as large as possible.
    func take(twice capacity: Int, least: Int) -> UnsafeMutablePointer<RingBuffer>? {
        var bytes = capacity * 2
        while !take(bytes) {
            bytes /= 2
            if bytes < max(least, 1 << 18) { return nil }
        }
        if bytes >= least, let buffer = RingBuffer.make(bytes, spareBytes: bytes) { return buffer }
        giveBack(bytes)
        return nil
    }

    /// Takes memory for required entries, beyond the limit if need be; nil only if there is none.
    func takeForRequired(_ bytes: Int) -> UnsafeMutablePointer<RingBuffer>? {
        guard let buffer = RingBuffer.make(bytes, spareBytes: bytes, isForRequired: true) else { return nil }
        taken.add(bytes, ordering: .relaxed)
        return buffer
    }

    private func take(_ bytes: Int) -> Bool {
        var before = used
        while before + bytes <= limit {
            let (isTaken, now) = taken.weakCompareExchange(
                expected: before,
                desired: before + bytes,
                ordering: .relaxed
            )
            if isTaken { return true }
            before = now
        }
        return false
    }

    func giveBack(_ bytes: Int) { taken.subtract(bytes, ordering: .relaxed) }
}
