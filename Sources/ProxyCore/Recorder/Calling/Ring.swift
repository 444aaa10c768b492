// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
public import Synchronization

/// A byte ring through which one thread passes its entries to one recorder.
///
/// The thread that owns the context writes; the recorder's drain reads. Positions count bytes from the start and only
/// grow. The lowest bit of `head` is set from just before the writer reads the clock until it publishes the entry; it
/// tells the drain which clock readings may still be unpublished (see `Drain`).
@usableFromInline
struct Ring: ~Copyable {
    /// Bytes reserved for the end of each open call, without which an end could get lost.
    static let reservePerOpenCall = 64

    // The writer's own fields come first, because the thread sanitizer attributes a change of any field to the first
    // word.

    /// The last value of `tail` read by the writer.
    private var knownTail: UInt = 0
    private(set) var calls: UInt64 = 0

    /// Bytes published. Stored by the writer, loaded by the drain.
    let head = Atomic<UInt>(0)
    /// Bytes consumed. Stored by the drain, loaded by the writer.
    let tail = Atomic<UInt>(0)

    /// Recorded calls that ended on this thread.
    let recorded = Atomic<UInt64>(0)
    /// Calls dropped because the ring was full.
    let dropped = Atomic<UInt64>(0)
    /// Calls made while the recorder was paused, caused by the recorder itself, or skipped by a rate limit.
    @usableFromInline
    let suppressed = Atomic<UInt64>(0)
    /// Ticks that recording took in sampled calls. The number of samples follows.
    let overheadTicks = Atomic<UInt64>(0)
    let overheadSamples = Atomic<UInt64>(0)
    /// Open calls with a recorded begin.
    let open = Atomic<Int>(0)

    private let base: UnsafeMutableRawPointer
    let capacity: Int
    /// The context of the writing thread.
    private let context: UnsafeMutablePointer<ThreadContext>
    /// 1 while the drain returns the memory to the system.
    private let discarding = Atomic<UInt32>(0)

    /// - Parameters:
    ///   - capacity: Size in bytes; a power of two. Untouched pages take no memory.
    ///   - context: The context of the thread that writes.
    init(capacity: Int, context: UnsafeMutablePointer<ThreadContext>) {
        self.capacity = capacity
        self.context = context
        base = .allocate(byteCount: capacity, alignment: 64)
    }

    deinit { base.deallocate() }

    /// Increments a counter with a plain load and store, which suffices for the only writer.
    @inlinable
    @inline(__always)
    static func bump(_ counter: borrowing Atomic<UInt64>) {
        counter.store(counter.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    // MARK: Overhead

    /// One call in this many is a timing sample; a power of two. A thread's first calls are never sampled, because they
    /// pay for cache misses.
    private static let sampledOneIn: UInt64 = 128

    /// Whether the next call is sampled.
    @inline(__always)
    var isNextSampled: Bool { Self.isSampled(calls &+ 1) }

    @inline(__always)
    static func isSampled(_ call: UInt64) -> Bool { call & (sampledOneIn &- 1) == sampledOneIn / 2 }

    /// Adds one part of a sampled call. Parts longer than `most` were interrupted and are ignored.
    @inline(never)
    func addOverhead(_ ticks: UInt64, atMost most: UInt64, isLast: Bool) {
        if isLast { Self.bump(overheadSamples) }
        guard ticks <= most else { return }
        overheadTicks.store(overheadTicks.load(ordering: .relaxed) &+ ticks, ordering: .relaxed)
    }

    // MARK: Writer

    /// Claims contiguous memory for an entry of at most `size` bytes; nil when there is not enough free space.
    ///
    /// - Parameter reserve: Bytes that must stay free after the entry.
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

    /// Announces that the writer is about to read the clock for a new entry.
    @inline(__always)
    func announce() {
        head.store(head.load(ordering: .relaxed) | 1, ordering: .relaxed)
        cthread_light_fence()
    }

    /// Publishes the claimed entry.
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

    /// Waits until the memory may be written to. A thread that takes over a context calls it before its first write to
    /// each ring.
    func takeOver() {
        while discarding.load(ordering: .sequentiallyConsistent) != 0 {
            FutexWord.wait(discarding, while: 1, atMostNanoseconds: 1_000_000)
        }
    }

    // MARK: Drain

    /// Whether the writing thread has ended.
    var isAbandoned: Bool { context.pointee.isFree.load(ordering: .sequentiallyConsistent) }

    /// Returns the memory to the system if the writing thread has ended and everything it wrote was read.
    ///
    /// The next thread first marks the context as taken, and then checks `discarding`. This function first sets
    /// `discarding`, and then checks the context. So at least one of the two sees the other.
    ///
    /// - Parameter position: Bytes read.
    /// - Returns: Whether the memory was returned.
    func discard(readUpTo position: UInt) -> Bool {
        guard isAbandoned else { return false }
        discarding.store(1, ordering: .sequentiallyConsistent)
        defer {
            discarding.store(0, ordering: .sequentiallyConsistent)
            FutexWord.wake(discarding)
        }
        guard isAbandoned, head.load(ordering: .acquiring) == position else { return false }
        cthread_discard(base, capacity)
        return true
    }

    /// The entry at a published position that is not yet consumed.
    func entry(at position: UInt) -> UnsafeRawPointer { UnsafeRawPointer(base + (Int(position) & (capacity - 1))) }
}
