// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An immutable snapshot of everything that a call reads from its proxy: target, hooks, recorder.
///
/// A change of the proxy publishes a new state and retires the old one, which lives until the last call that may have
/// seen it has left; see `Retirement`. So a call takes no lock, counts no reference, and sees one consistent state. A
/// target that is replaced meanwhile stays alive for it.
@usableFromInline
struct ProxyState<Delegate>: ~Copyable {
    /// Whether some requirement has hooks.
    @usableFromInline
    let hasHooks: Bool
    /// How the target is held.
    @usableFromInline
    let holding: TargetHolding
    /// Number of the revision, which names owner and target in records.
    @usableFromInline
    let revision: UInt32
    /// The target as words, zero when it has no such form.
    @usableFromInline
    let words: TargetWords
    /// The recorder's gate.
    @usableFromInline
    let gate: UnsafePointer<RecordingGate>
    /// The combined bits of the call sites in `leftOut`.
    @usableFromInline
    let leftOutBits: UInt64

    // Up to here, the fields that every call needs fill one cache line.

    /// Hooks by requirement, unordered; few proxies have more than a handful. Owned by the state.
    @usableFromInline
    let hooks: UnsafeMutableBufferPointer<HookEntry>
    /// The facets of the target, unordered. Owned by the state.
    @usableFromInline
    let facets: UnsafeMutableBufferPointer<TargetFacet>
    /// Requirements that the target is known to leave out, unordered. Owned by the state.
    let leftOut: UnsafeMutableBufferPointer<UnsafePointer<CallSite>>
    /// Identity of the target's type, 0 for none.
    let targetType: UInt
    /// The retained target.
    @usableFromInline
    let retained: Delegate?
    /// Keeps the address of an unretained target from being reused by another object.
    let reference: WeakReference?
    /// Keeps the gate alive.
    let recorder: Recorder

    /// The hooks of one requirement.
    @usableFromInline
    struct HookEntry {
        @usableFromInline
        let site: UnsafePointer<CallSite>
        @usableFromInline
        let hooks: Unmanaged<AnyObject>
    }

    /// - Parameter hooks: Each holds one reference, which is transferred to the state.
    init(target: Target<Delegate>, hooks: [HookEntry], recorder: Recorder, revision: UInt32) {
        self.hooks = .allocate(capacity: hooks.count)
        _ = self.hooks.initialize(from: hooks)
        facets = .allocate(capacity: target.facets.count)
        _ = facets.initialize(from: target.facets)
        leftOut = .allocate(capacity: target.requirements.leftOut.count)
        _ = leftOut.initialize(from: target.requirements.leftOut)
        leftOutBits = target.requirements.leftOut.reduce(0) { $0 | $1.pointee.bit }
        targetType = target.type
        self.recorder = recorder
        self.revision = revision
        gate = recorder.engine.gate
        words = target.words ?? .none
        retained = target.retained
        reference = target.reference
        holding = target.holding
        hasHooks = !hooks.isEmpty
    }

    /// Releases the manually owned parts of the state. Call it last, before the state is deinitialised.
    ///
    /// Not a `deinit`: the optimiser of Swift 6.3 omits the `deinit` of a generic noncopyable struct behind a pointer.
    func releaseParts() {
        for entry in hooks { entry.hooks.release() }
        hooks.deallocate()
        facets.deallocate()
        leftOut.deallocate()
    }

    /// The hooks of a requirement, nil when its calls have neither observers nor handlers.
    @inlinable
    @inline(__always)
    func hooks(for site: UnsafePointer<CallSite>) -> AnyObject? {
        if !hasHooks { return nil }
        for entry in hooks where entry.site == site { return entry.hooks.takeUnretainedValue() }
        return nil
    }

    /// One facet of the target, nil when the target does not conform or is not a class instance.
    @inlinable
    @inline(__always)
    func words<Facet>(as facet: DelegateFacet<Facet>) -> TargetWords? {
        for entry in facets where entry.number == facet.number { return entry.words }
        return nil
    }
}

extension ProxyState {
    /// Calls `body` with the target; nil when there is none or it is gone.
    ///
    /// This is the only place where a weak target is promoted, so the checked and the called target cannot differ.
    @inlinable
    @inline(__always)
    static func withTarget<Return, Failure>(
        _ state: UnsafePointer<ProxyState>,
        _ body: (inout Delegate) throws(Failure) -> Return
    ) throws(Failure) -> Return? {
        let holding = state.pointee.holding
        if holding.contains(.words) { return try TargetWords.withTarget(state.pointee.words, body) }
        if holding.contains(.weakWords) {
            guard let object = WeakReference.object(at: state.pointee.words.object) else { return nil }
            defer { withExtendedLifetime(object) {} }
            return try TargetWords.withTarget(state.pointee.words, body)
        }
        guard holding.contains(.value), var target = state.pointee.retained else { return nil }
        return try body(&target)
    }

    /// The target, if it is held weakly and not gone.
    @usableFromInline
    static func weakTarget(_ state: UnsafePointer<ProxyState>) -> AnyObject? {
        state.pointee.holding == .weakWords ? WeakReference.object(at: state.pointee.words.object) : nil
    }
}

/// How a proxy holds its target: at most one bit.
///
/// From a comparison with several cases, the compiler makes a table of addresses, on a page that nothing else of a call
/// uses, and a jump that is often predicted wrongly.
@usableFromInline
struct TargetHolding: OptionSet {
    @usableFromInline
    let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// There is no target.
    @inlinable static var nothing: TargetHolding { [] }
    /// Retained, and used as words.
    @inlinable static var words: TargetHolding { TargetHolding(rawValue: 1 << 0) }
    /// Weakly, and used as words once the object is retained for the call.
    @inlinable static var weakWords: TargetHolding { TargetHolding(rawValue: 1 << 1) }
    /// Retained, as a value: not a class instance, or an existential of too many protocols.
    @inlinable static var value: TargetHolding { TargetHolding(rawValue: 1 << 2) }
}

extension TargetWords {
    /// No target.
    static let none = TargetWords()

    private init() {}
}
