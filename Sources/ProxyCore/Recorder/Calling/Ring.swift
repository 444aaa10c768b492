// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
public import Synchronization

/// Where one thread leaves what it has to say to one recorder: a ring of bytes with one writer and one reader.
///
/// The writer is the thread that owns the context; the reader is the recorder's drain. Positions are bytes since the
/// beginning and only grow. The lowest bit of `head` is set while the writer is about to read the clock and to publish,
/// so that the drain knows which readings of the clock may still be under way; see `Drain`.
@usableFromInline
struct Ring: ~Copyable {
    /// Bytes that are kept free for the ends of calls that began: without them an end could get lost.
    static let reservePerOpenCall = 64

    // The writer's own comes first: the thread sanitizer takes a change of any part for one of the first word.

    /// The last value of `tail` that the writer saw.
    private var knownTail: UInt = 0
    private(set) var calls: UInt64 = 0

    /// Published bytes; the writer stores, the drain loads.
    let head = Atomic<UInt>(0)
    /// Consumed bytes; the drain stores, the writer loads.
    let tail = Atomic<UInt>(0)

    /// Calls that ended on this thread and were recorded.
    let recorded = Atomic<UInt64>(0)
    /// Calls that found the ring full.
    let dropped = Atomic<UInt64>(0)
    /// Calls made while the recorder was paused, or caused by the recorder itself.
    @usableFromInline
    let suppressed = Atomic<UInt64>(0)
    /// Ticks that sampled calls spent being recorded, and how many were sampled.
    let overheadTicks = Atomic<UInt64>(0)
    let overheadSamples = Atomic<UInt64>(0)
    /// Calls under way whose begin is recorded.
    let open = Atomic<Int>(0)

    private let base: UnsafeMutableRawPointer
    let capacity: Int

    /// - Parameter capacity: Bytes; a power of two. Untouched pages take no memory.
    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(byteCount: capacity, alignment: 64)
    }

    deinit { base.deallocate() }

    /// Counts by the only writer: a plain load and store, no locked instruction.
    @inlinable
    @inline(__always)
    static func bump(_ counter: borrowing Atomic<UInt64>) {
        counter.store(counter.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    // MARK: Overhead

    /// One call in so many is timed while it is recorded; a power of two. Never the first ones of a thread, which wait
    /// for memory that later calls find in the cache.
    private static let sampledOneIn: UInt64 = 128

    /// Whether the next call is one of those that are timed.
    @inline(__always)
    var isNextSampled: Bool { Self.isSampled(calls &+ 1) }

    @inline(__always)
    static func isSampled(_ call: UInt64) -> Bool { call & (sampledOneIn &- 1) == sampledOneIn / 2 }

    /// Adds a part of a sampled call. A part that is longer than `most` was interrupted, and says nothing.
    @inline(never)
    func addOverhead(_ ticks: UInt64, atMost most: UInt64, isLast: Bool) {
        if isLast { Self.bump(overheadSamples) }
        guard ticks <= most else { return }
        overheadTicks.store(overheadTicks.load(ordering: .relaxed) &+ ticks, ordering: .relaxed)
    }

    // MARK: Writer

    /// Memory for an entry of at most `size` bytes in one piece, nil when so much is not free.
    ///
    /// - Parameter reserve: Bytes that have to stay free behind it.
    @inline(__always)
    mutating func claim(_ size: Int, reserve: Int) -> UnsafeMutableRawPointer? {
        let position = head.load(ordering: .relaxed) & ~1
        let offset = Int(bitPattern: position) & (capacity &- 1)
        let used = Int(bitPattern: position &- knownTail)
        if capacity &- offset >= size, hasRoom(used &+ size &+ reserve) {
            return base + offset
        }
        return claimSlowly(size, reserve: reserve, offset: offset)
    }

    @inline(__always)
    private func hasRoom(_ used: Int) -> Bool { used <= capacity }

    @inline(never)
    private mutating func claimSlowly(_ size: Int, reserve: Int, offset: Int) -> UnsafeMutableRawPointer? {
        var offset = offset
        let padding = capacity - offset < size ? capacity - offset : 0
        var position = head.load(ordering: .relaxed) & ~1
        knownTail = tail.load(ordering: .acquiring)
        guard hasRoom(Int(position &- knownTail) + padding + size + reserve) else { return nil }
        if padding > 0 {
            (base + offset).storeBytes(of: EntryHead(.padding, size: padding), as: EntryHead.self)
            position &+= UInt(padding)
            head.store(position, ordering: .releasing)
            offset = 0
        }
        return base + offset
    }

    /// Says that a reading of the clock for a new entry comes now.
    @inline(__always)
    func announce() {
        head.store(head.load(ordering: .relaxed) | 1, ordering: .relaxed)
        cthread_light_fence()
    }

    /// Makes the claimed entry visible.
    @inline(__always)
    func publish(_ size: Int) {
        head.store((head.load(ordering: .relaxed) & ~1) &+ UInt(bitPattern: size), ordering: .releasing)
    }

    /// Number for the next call on this ring, from 1.
    @inline(__always)
    mutating func nextCall() -> UInt64 {
        calls &+= 1
        return calls
    }

    // MARK: Drain

    /// The entry at a position that was published and not yet consumed.
    func entry(at position: UInt) -> UnsafeRawPointer { UnsafeRawPointer(base + (Int(position) & (capacity - 1))) }
}
