// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive
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
    /// Whether calls on another thread than the main one are marked.
    let belongsToMainThread: Bool
    /// Completes when the proxy ends.
    let ending = PublishSubject<Never>()

    /// What the state is made of.
    struct Setup: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        var target = Target<Delegate>()
        /// Counts the targets, so that one that was looked at can be told from its successor.
        var targetNumber = 0
        /// Number of the target that came from the property, and not from the program's hand.
        var adoptedNumber: Int?
        /// What it asks for the adopted target.
        var retention = DelegateRetention.asProperty
        /// Whether the property keeps what it is given alive; nil before the proxy went into it.
        var propertyRetains: Bool?
        /// Looks after the property, from the first installation to the end.
        var watch: PropertyWatch?
        /// Number of the target whose death has been reported.
        var reportedDeath: Int?
        /// Which requirements the target implements: what it said when it was set, else what its type shows. Those of
        /// which neither is known are missing.
        var implemented: [Selector: Bool] = [:]
        var hookSets: [UnsafePointer<CallSite>: HookSet] = [:]
        var lastHandlerNumber = 0
        /// Counts the changes, and tells which of them calls see: of two at once, the later one.
        var changes = 0
        var publishedChange = 0
        var isInstalled = false
        var isRetired = false
        var isFinished = false
        var owner: String
        /// Where a proxy is that belongs to no family; held by its object.
        weak var place: (any ProxyPlace)?
        /// Numbers of the proxy's revisions, by the type of the target.
        var revisions: [String?: UInt32]

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
    ///   - threadRule: Where calls are expected; one that comes elsewhere is marked in its record. Default anywhere.
    public init(recorder: Recorder = .shared, ownerName: String? = nil, threadRule: DelegateThreadRule = .any) {
        if Self.isHiddenFromOptimizer { Self.stopIfBypassed() }
        let isMainOnly = threadRule == .main
        self.recorder = recorder
        number = ProxyNumbers.shared.next()
        let owner = ownerName ?? String(describing: Self.self)
        let revision = ProxyRevisions.add(
            ProxyRevision(proxy: number, owner: owner, target: nil, isMainOnly: isMainOnly)
        )
        setup = Mutex(Setup(owner: owner, revisions: [nil: revision]))
        let state = ProxyState<Delegate>(target: Target(), hooks: [], recorder: recorder, revision: revision)
        published = Atomic(Self.allocate(state))
        belongsToMainThread = isMainOnly
        recorder.directory.add(self)
    }

    deinit {
        endWatch()
        if !inspect(\.isFinished) { report(.gone, detail: ProxyEndReason.released.rawValue) }
        recorder.directory.remove(number)
        inspect { Array($0.hookSets.values) }.forEach { $0.complete() }
        ending.onCompleted()
        // A call under way would hold the proxy, so nobody reads the state any more.
        Self.deallocate(published.load(ordering: .acquiring))
    }

    /// Whether a macro made the class for an internal protocol in an optimised build, so that the optimiser may take
    /// another class for the only one that conforms. Overridden by such classes; asked when a proxy is made.
    open class var isHiddenFromOptimizer: Bool { false }

    /// Registers what this class adds to the family that it inherits, by `refine(make:)`. Called once, before the first
    /// proxy of the class is made for a parent object. An override calls `super`.
    open class func registerRefinedImplementations() {}

    // MARK: Forward delegate

    /// The forward delegate, nil when there is none or when it is gone.
    public final var forwardDelegate: Delegate? { inspect(\.target).delegate }

    /// Replaces the forward delegate.
    ///
    /// - Parameters:
    ///   - delegate: Gets the calls from now on; nil for nobody. An earlier retained one is let go.
    ///   - retain: Whether the proxy keeps it alive. One that is not a class instance is kept in any case.
    /// - Returns: False, and nothing changed, when the delegate is this proxy or passes calls on to it. Where another
    ///   thread closes a circle at the same time, the proxy is left without a forward delegate.
    @discardableResult
    public final func setForwardDelegate(_ delegate: Delegate?, retain: Bool) -> Bool {
        if case .done = putTarget(delegate, retain: retain, inPlaceOf: nil) { return true }
        return false
    }

    /// Whether calls of a delegate come back to this proxy, which is reported.
    final func refusesCycle(_ delegate: Delegate) -> Bool {
        guard ForwardChain.reaches(self, from: delegate as AnyObject) else { return false }
        report(.cycleRefused, detail: String(describing: type(of: delegate as Any)))
        return true
    }

    /// Called, without a lock, whenever an answer of `responds(to:)` may have become another one: the forward delegate
    /// changed, the first observer of a requirement came or the last one left, a handler came or left.
    ///
    /// The default lets the object ask again in whose property the proxy was put by `DelegateProxyRegistry`.
    open func capabilitiesDidChange() { place?.reset(self) }

    /// All requirements of the protocol, so that they can be listed and found by name. The default has none.
    open class var requirements: [AnyMethodSelector] { [] }

    /// The protocols that a forward delegate is asked for besides `Delegate`. The default has none.
    open class var facets: [AnyDelegateFacet] { [] }

    /// The property of the parent object, nil when the proxy was made without one.
    var propertyName: String? { place?.name }

    /// Whether the parent object is there, nil when the proxy was made without one.
    var isOwnerAlive: Bool? { place?.isOwnerAlive }

    private var place: (any ProxyPlace)? { inspect(\.place) }

    /// Says where the proxy is going to be, before anybody else knows it.
    final func put(in place: any ProxyPlace, ownerName: String) {
        inspect { setup in
            setup.place = place
            setup.owner = ownerName
            setup.revisions = [:]
        }
        change { _ in }
    }

    /// Reads the set-up under the lock. A weak reference in it may be copied there, not read; see `change`.
    final func inspect<Value>(_ body: (inout Setup) -> Value) -> Value {
        setup.withLock { Unchecked(body(&$0)) }.value
    }

    // MARK: State

    /// Changes the set-up and publishes it to the calls that come from now on.
    final func change(_ body: (inout Setup) -> Void) {
        let draft = inspect { setup in
            body(&setup)
            setup.changes += 1
            return (setup.changes, setup.target, setup.hooks, revision(of: &setup))
        }
        // Made without the lock: who reads a weak reference may turn out to be the last to let go of the object.
        let state = Self.allocate(
            ProxyState(target: draft.1, hooks: draft.2, recorder: recorder, revision: draft.3)
        )
        let superseded = inspect { setup in
            guard setup.publishedChange < draft.0 else { return state }
            setup.publishedChange = draft.0
            return published.exchange(state, ordering: .acquiringAndReleasing)
        }
        if superseded == state { return Self.deallocate(state) }
        afterCallsUnderWay { Self.deallocate(superseded) }
    }

    /// Runs `body` once no call is under way that began before: now, or on the thread of the last such call.
    final func afterCallsUnderWay(_ body: @escaping () -> Void) {
        retiredStates.add(1, ordering: .sequentiallyConsistent)
        Retirement.retire(proxy: UInt(bitPattern: ObjectIdentifier(self))) { [self] in
            body()
            retiredStates.subtract(1, ordering: .relaxed)
        }
    }

    /// Targets of one type share a revision, so that a proxy whose target changes for ever takes no memory for ever.
    private func revision(of setup: inout Setup) -> UInt32 {
        let target = setup.target.typeName
        if let known = setup.revisions[target] { return known }
        let new = ProxyRevisions.add(
            ProxyRevision(proxy: number, owner: setup.owner, target: target, isMainOnly: belongsToMainThread)
        )
        setup.revisions[target] = new
        return new
    }

    private static func allocate(_ state: consuming ProxyState<Delegate>) -> UnsafePointer<ProxyState<Delegate>> {
        let pointer = UnsafeMutablePointer<ProxyState<Delegate>>.allocate(capacity: 1)
        pointer.initialize(to: state)
        return UnsafePointer(pointer)
    }

    private static func deallocate(_ pointer: UnsafePointer<ProxyState<Delegate>>) {
        let pointer = UnsafeMutablePointer(mutating: pointer)
        pointer.pointee.releaseParts()
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
