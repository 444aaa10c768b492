// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Stands in for a protocol: passes calls on to a forward delegate, records them, and lets the program observe them or
/// answer in the delegate's place.
///
/// Subclass it once per protocol and let the subclass conform to the protocol, each requirement by one line:
///
/// ```swift
/// func parser(_ parser: XMLParser, foundCharacters string: String) {
///     forward(Selectors.foundCharacters, (parser, string)) { $0.parser(parser, foundCharacters: string) }
/// }
/// ```
///
/// - Invariant: Callable from any thread. A call takes no lock, and user code never runs under one. Calls that are
///   under way when the forward delegate or an observer changes finish with what they began with.
open class ProtocolProxy<Delegate>: @unchecked Sendable {
    // Sendable: `published` is atomic and points at an immutable state, `setup` is guarded by its mutex.

    /// The recorder of this proxy's calls.
    public let recorder: Recorder
    /// Number of the proxy in this process, from 1.
    public let number: Int

    /// The state that calls read; see `ProxyState`.
    @usableFromInline
    let published: Atomic<UnsafePointer<ProxyState<Delegate>>>
    /// Number of states that were replaced and may still be in use.
    @usableFromInline
    let retiredStates = Atomic<Int>(0)

    private let setup: Mutex<Setup>

    /// What the state is made of.
    struct Setup: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        var target = Target<Delegate>()
        var hookSets: [UnsafePointer<CallSite>: HookSet] = [:]
        var lastHandlerNumber = 0
        var isFinished = false
        var owner: String

        /// The hooks that calls have to look at.
        var hooks: [ProxyState<Delegate>.HookEntry] {
            hookSets.compactMap { site, set in
                set.makeHooks().map { ProxyState<Delegate>.HookEntry(site: site, hooks: .passRetained($0)) }
            }
        }

        /// The hook set of a requirement, made when it is first asked for.
        mutating func hookSet(for site: UnsafePointer<CallSite>) -> HookSet {
            if let known = hookSets[site] { return known }
            let new = site.pointee.hookSets.takeUnretainedValue().make()
            if isFinished { new.complete() }
            hookSets[site] = new
            return new
        }
    }

    /// Creates a proxy without a forward delegate.
    ///
    /// - Parameters:
    ///   - recorder: Records the calls. Default `Recorder.shared`.
    ///   - ownerName: Names the parent object in records; default the proxy's own type.
    public init(recorder: Recorder = .shared, ownerName: String? = nil) {
        self.recorder = recorder
        number = ProxyNumbers.shared.next()
        let owner = ownerName ?? String(describing: Self.self)
        setup = Mutex(Setup(owner: owner))
        let revision = ProxyRevisions.add(ProxyRevision(proxy: number, owner: owner, target: nil))
        let state = ProxyState<Delegate>(target: Target(), hooks: [], recorder: recorder, revision: revision)
        published = Atomic(Self.allocate(state))
    }

    deinit {
        setup.withLock { Unchecked(Array($0.hookSets.values)) }.value.forEach { $0.complete() }
        // A call under way would hold the proxy, so nobody reads the state any more.
        Self.deallocate(published.load(ordering: .acquiring))
    }

    // MARK: Forward delegate

    /// The forward delegate, nil when there is none or when it is gone.
    public final var forwardDelegate: Delegate? { inspect { $0.target.delegate } }

    /// Replaces the forward delegate.
    ///
    /// - Parameters:
    ///   - delegate: Gets the calls from now on; nil for nobody.
    ///   - retain: Whether the proxy keeps it alive. One that is not a class instance is kept in any case.
    public final func setForwardDelegate(_ delegate: Delegate?, retain: Bool) {
        let target = Unchecked(delegate.map { Target($0, retain: retain) } ?? Target())
        change { $0.target = target.value }
        capabilitiesDidChange()
    }

    /// Called, without a lock, whenever an answer of `responds(to:)` may have become another one: the forward delegate
    /// changed, the first observer of a requirement came or the last one left, a handler came or left.
    ///
    /// The default does nothing.
    open func capabilitiesDidChange() {}

    /// All requirements of the protocol, so that they can be listed and found by name. The default has none.
    open class var requirements: [AnyMethodSelector] { [] }

    /// Ends all streams of calls, once; later subscribers are told the end at once.
    package final func finish() {
        let sets = inspect { setup in
            setup.isFinished = true
            return Array(setup.hookSets.values)
        }
        sets.forEach { $0.complete() }
    }

    /// Reads the set-up under the lock.
    final func inspect<Value>(_ body: (inout Setup) -> Value) -> Value {
        setup.withLock { Unchecked(body(&$0)) }.value
    }

    // MARK: State

    /// Changes the set-up and publishes it to the calls that come from now on.
    final func change(_ body: (inout Setup) -> Void) {
        let retired = setup.withLock { setup in
            body(&setup)
            let revision = ProxyRevisions.add(
                ProxyRevision(proxy: number, owner: setup.owner, target: setup.target.typeName)
            )
            let state = ProxyState(target: setup.target, hooks: setup.hooks, recorder: recorder, revision: revision)
            return Unchecked(published.exchange(Self.allocate(state), ordering: .acquiringAndReleasing))
        }.value
        retiredStates.add(1, ordering: .sequentiallyConsistent)
        Retirement.retire(proxy: UInt(bitPattern: ObjectIdentifier(self))) { [self] in
            Self.deallocate(retired)
            retiredStates.subtract(1, ordering: .relaxed)
        }
    }

    private static func allocate(_ state: consuming ProxyState<Delegate>) -> UnsafePointer<ProxyState<Delegate>> {
        let pointer = UnsafeMutablePointer<ProxyState<Delegate>>.allocate(capacity: 1)
        pointer.initialize(to: state)
        return UnsafePointer(pointer)
    }

    private static func deallocate(_ pointer: UnsafePointer<ProxyState<Delegate>>) {
        let pointer = UnsafeMutablePointer(mutating: pointer)
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}

/// Gives every proxy of the process its number.
private final class ProxyNumbers: Sendable {
    static let shared = ProxyNumbers()
    private let last = Atomic<Int>(0)

    func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}

/// Carries a value out of a lock that the type system cannot see to be safe.
private struct Unchecked<Value>: @unchecked Sendable {
    // Sendable: made under the lock and used by the one caller that gets it.
    let value: Value
    init(_ value: Value) { self.value = value }
}
