// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import CThread
public import Synchronization

/// What one thread keeps for all proxies and recorders: the calls it is in, and its rings.
///
/// Contexts are never freed: when a thread ends, the next new thread takes its context over. That keeps every pointer
/// to one valid for ever, so the drain and `ProxyState`'s reclaiming can look at them without a lock.
@usableFromInline
struct ThreadContext: ~Copyable {
    /// Calls of which the proxy is remembered; deeper ones count as calls of any proxy.
    @usableFromInline
    static let frameCount = 32

    // What only the thread itself uses comes first: the thread sanitizer takes a change of any part for one of the
    // first word.

    /// While positive, calls are not recorded: the recorder itself is causing them.
    @usableFromInline
    var suppression = 0
    /// Reading of the `SubscriptionClock` at the begin of the call whose end observers are told of.
    @usableFromInline
    var observedSince: UInt64 = 0
    /// Whether a default body was reached since the last recorded call on this thread began or ended.
    @usableFromInline
    var hasReachedBody = false
    /// The last default body that was reached, when there is one.
    var reachedBody: ReachedBody?

    /// Proxied calls that this thread is in.
    @usableFromInline
    let depth = Atomic<Int>(0)
    /// The proxies of those calls, outermost first.
    @usableFromInline
    let frames: UnsafeMutablePointer<Atomic<UInt>>

    /// The ring used last, and the recorder that it belongs to.
    @usableFromInline
    var ringOwner: UInt = 0
    @usableFromInline
    var ring: UnsafeMutablePointer<Ring>?
    /// All rings of this context, by the number of their recorder. Those of recorders that are gone dangle; nobody
    /// asks for them, since numbers are not given twice.
    var rings: [UInt: (ring: UnsafeMutablePointer<Ring>, tenancy: UInt)] = [:]
    /// Counts the threads that the context has belonged to.
    var tenancy: UInt = 0
    /// The thread that the context belongs to now.
    var thread: cthread_facts

    init(thread: cthread_facts) {
        frames = .allocate(capacity: Self.frameCount)
        for frame in 0..<Self.frameCount { (frames + frame).initialize(to: Atomic(0)) }
        self.thread = thread
    }

    /// Marks the thread with a proxy, before the proxy's state is read.
    ///
    /// - Returns: The depth to go back to in `leave`.
    @inlinable
    @inline(__always)
    static func enter(_ context: UnsafeMutablePointer<ThreadContext>, _ proxy: ObjectIdentifier) -> Int {
        let depth = context.pointee.depth.load(ordering: .relaxed)
        if depth < frameCount {
            (context.pointee.frames + depth).pointee.store(UInt(bitPattern: proxy), ordering: .relaxed)
        }
        context.pointee.depth.store(depth &+ 1, ordering: .relaxed)
        cthread_light_fence()
        return depth
    }

    /// Takes the mark away.
    @inlinable
    @inline(__always)
    static func leave(_ context: UnsafeMutablePointer<ThreadContext>, to depth: Int) {
        context.pointee.depth.store(depth, ordering: .releasing)
        cthread_light_fence()
    }

    /// The calling thread's context.
    @inlinable
    @inline(__always)
    static var current: UnsafeMutablePointer<ThreadContext> {
        if let context = cthread_context() { return context.assumingMemoryBound(to: ThreadContext.self) }
        return ThreadContexts.adopt()
    }
}
