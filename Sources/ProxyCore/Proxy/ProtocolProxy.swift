// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive
public import Synchronization

/// A proxy for one protocol: forwards its calls to a delegate, records them, and can observe or answer them.
///
/// Subclass it once per protocol and conform the subclass to the protocol, with one line per requirement:
///
/// ```swift
/// func parser(_ parser: XMLParser, foundCharacters string: String) {
///     forward(Selectors.foundCharacters, (parser, string)) { $0.parser(parser, foundCharacters: string) }
/// }
/// ```
///
/// - Invariant: Callable from any thread. A call takes no lock, and user code never runs under one. When the forward
///   delegate or an observer changes, calls under way finish with the ones they started with.
open class ProtocolProxy<Delegate>: @unchecked Sendable {
    // Sendable: `published` is atomic and points to an immutable state; `setup` is guarded by its mutex.

    /// The recorder of this proxy's calls.
    public let recorder: Recorder
    /// Number of the proxy in this process, from 1.
    public let number: Int

    /// The state that calls read; see `ProxyState`.
    @usableFromInline
    let published: Atomic<UnsafePointer<ProxyState<Delegate>>>
    /// The recorder's gate, which lives as long as the recorder.
    @usableFromInline
    let gate: UnsafePointer<RecordingGate>

    /// Threads of the recorder and of the server read it too.
    private let setup: ForkableMutex<Setup>
    /// Whether calls on threads other than the main thread are marked.
    let belongsToMainThread: Bool
    /// Whether the library ends it, and releases what it retains, on the main queue: it is of the main thread or actor.
    let endsOnMain: Bool
    /// Completes when the proxy ends.
    let ending = PublishSubject<Never>()

    /// The mutable configuration from which states are built.
    struct Setup: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        var target = Target<Delegate>()
        /// Counts the targets, to tell an earlier target from its successor.
        var targetNumber = 0
        /// Number of the target last adopted from the property; a target set by the program has another number.
        var adoptedNumber: Int?
        /// The retention requested for the adopted target.
        var retention = DelegateRetention.asProperty
        /// Whether the property retains its value; nil before the proxy was in it.
        var propertyRetains: Bool?
        /// Watches the property, from the first installation to the end.
        var watch: PropertyWatch?
        /// Number of the target whose death has been reported.
        var reportedDeath: Int?
        /// Whether the target implements each requirement: its own answer when it was set, else an answer derived from
        /// its type. Requirements with no known answer are missing.
        var implemented: [Selector: Bool] = [:]
        var hookSets: [UnsafePointer<CallSite>: HookSet] = [:]
        /// The rules by requirement, and their version; each of them has a hook set.
        var rules: [UnsafePointer<CallSite>: SiteRules] = [:]
        var rulesVersion: UInt64 = 0
        var lastHandlerNumber = 0
        /// Counts the changes. Of two concurrent changes, the later one is published.
        var changes = 0
        var publishedChange = 0
        var isInstalled = false
        var isRetired = false
        var isFinished = false
        var owner: String
        /// The place of a proxy that belongs to no family; owned by its object.
        weak var place: (any ProxyPlace)?
        /// The name of its property, which stays when the place is gone.
        var placeName: String?
        /// Numbers of the proxy's revisions, by target type.
        var revisions: [String?: UInt32]

        /// The hooks that calls have to check.
        var hooks: [ProxyState<Delegate>.HookEntry] {
            hookSets.compactMap { site, set in
                set.makeHooks(rules: rules[site]).map {
                    ProxyState<Delegate>.HookEntry(site: site, hooks: .passRetained($0))
                }
            }
        }

        /// The hook set of a requirement, created on first use.
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
    ///   - recorder: Records the calls. Default `Recorder.current`.
    ///   - ownerName: Names the parent object in records. Default: the proxy's own type.
    ///   - threadRule: The thread on which calls are expected; `.main` marks calls on other threads in their records.
    ///     Default: any thread.
    public init(recorder: Recorder = .current, ownerName: String? = nil, threadRule: DelegateThreadRule = .any) {
        if Self.isHiddenFromOptimizer { Self.stopIfBypassed() }
        let isMainOnly = threadRule == .main
        self.recorder = recorder
        gate = recorder.engine.gate
        number = ProxyNumbers.shared.next()
        let owner = ownerName ?? String(describing: Self.self)
        let revision = ProxyRevisions.add(
            ProxyRevision(proxy: number, owner: owner, target: nil, isMainOnly: isMainOnly)
        )
        setup = ForkableMutex(Setup(owner: owner, revisions: [nil: revision]))
        let state = ProxyState<Delegate>(target: Target(), hooks: [], recorder: recorder, revision: revision)
        published = Atomic(Self.allocate(state))
        belongsToMainThread = isMainOnly
        endsOnMain = threadRule != .any
        recorder.directory.add(self)
        if recorder.rules.version.load(ordering: .acquiring) > 0 { adopt(recorder.rules.edition, of: recorder.rules) }
    }

    deinit {
        endWatch()
        if !inspect(\.isFinished) { report(.gone, detail: ProxyEndReason.released.rawValue) }
        recorder.directory.remove(number)
        inspect { Array($0.hookSets.values) }.forEach { $0.complete() }
        ending.onCompleted()
        // A call under way would retain the proxy, so no reader of the state is left.
        Self.deallocate(published.load(ordering: .acquiring))
        recorder.engine.retire(inspect { Array($0.revisions.values) })
    }

    /// Whether a macro generated the class for an internal protocol in an optimised build.
    ///
    /// The optimiser may then take another class for the only conforming one. Such classes override this property; it
    /// is read when a proxy is created.
    open class var isHiddenFromOptimizer: Bool { false }

    /// Registers the proxies that this class adds to the family it inherits, with `refine(make:)`.
    ///
    /// Called once, before the first proxy of the class is made for a parent object. An override calls `super`.
    open class func registerRefinedImplementations() {}

    // MARK: Forward delegate

    /// The forward delegate; nil when there is none or it is gone.
    public final var forwardDelegate: Delegate? { inspect(\.target).delegate }

    /// Replaces the forward delegate.
    ///
    /// - Parameters:
    ///   - delegate: Receives the calls from now on; nil for no delegate. The previous delegate is released if it was
    ///     retained.
    ///   - retain: Whether the proxy keeps the delegate alive. A value that is not a class instance is always kept.
    /// - Returns: False, with nothing changed, when the delegate is this proxy or forwards to it. If another thread
    ///   closes a cycle at the same time, the proxy is left without a forward delegate.
    @discardableResult
    public final func setForwardDelegate(_ delegate: Delegate?, retain: Bool) -> Bool {
        if case .done = putTarget(delegate, retain: retain, inPlaceOf: nil) { return true }
        return false
    }

    /// Whether the delegate forwards back to this proxy; reports the refusal if so.
    final func refusesCycle(_ delegate: Delegate) -> Bool {
        guard ForwardChain.reaches(self, from: delegate as AnyObject) else { return false }
        report(.cycleRefused, detail: String(describing: type(of: delegate as Any)))
        return true
    }

    /// Called, without a lock, whenever an answer of `responds(to:)` may have changed.
    ///
    /// Possible causes: a new forward delegate, the first or last observer of a requirement, or an added or removed
    /// handler. The default makes the object ask again if `DelegateProxyRegistry` put the proxy into its property.
    open func capabilitiesDidChange() { place?.reset(self) }

    /// All requirements of the protocol, for listing and for look-up by name. Default: none.
    open class var requirements: [AnyMethodSelector] { [] }

    /// Protocols besides `Delegate` to which a forward delegate may conform. Default: none.
    open class var facets: [AnyDelegateFacet] { [] }

    /// The property of the parent object, nil when the proxy was created without one.
    var propertyName: String? { inspect(\.placeName) }

    /// Whether the parent object is alive, nil when the proxy was created without one.
    var isOwnerAlive: Bool? {
        // The place goes soon after its object.
        propertyName == nil ? nil : place?.isOwnerAlive ?? false
    }

    private var place: (any ProxyPlace)? { inspect(\.place) }

    /// Sets the place of the proxy, before the proxy is shared.
    final func put(in place: any ProxyPlace, ownerName: String) {
        inspect { setup in
            setup.place = place
            setup.placeName = place.name
            setup.owner = ownerName
            setup.revisions = [:]
        }
        change { _ in }
    }

    /// Accesses the set-up under the lock. A weak reference in it may be copied under the lock, but not read; see
    /// `change`.
    final func inspect<Value>(_ body: (inout Setup) -> Value) -> Value {
        setup.withLock { Unchecked(body(&$0)) }.value
    }

    // MARK: State

    /// Changes the set-up and publishes it to later calls.
    final func change(_ body: (inout Setup) -> Void) {
        let draft = inspect { setup in
            body(&setup)
            setup.changes += 1
            return (setup.changes, setup.target, setup.hooks, revision(of: &setup))
        }
        // Built without the lock: reading a weak reference can make this thread the last owner of the object.
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

    /// Runs `body` after every call that is now under way has left: immediately if there are none, else on the thread
    /// of the last one.
    final func afterCallsUnderWay(_ body: @escaping () -> Void) {
        Retirement.retire(proxy: UInt(bitPattern: ObjectIdentifier(self))) { [self] in
            withExtendedLifetime(self) { body() }
        }
    }

    /// Targets of one type share a revision, so a proxy whose target keeps changing doesn't keep using more memory.
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
        let pointer = UnsafeMutablePointer<ProxyState<Delegate>>.allocateOnLine()
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

/// Numbers the proxies of the process.
private final class ProxyNumbers: Sendable {
    static let shared = ProxyNumbers()
    private let last = Atomic<Int>(0)

    func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}

/// Carries a value out of a lock where the compiler cannot prove that this is safe.
private struct Unchecked<Value>: @unchecked Sendable {
    // Sendable: created under the lock and used only by the caller that receives it.
    let value: Value
    init(_ value: Value) { self.value = value }
}
