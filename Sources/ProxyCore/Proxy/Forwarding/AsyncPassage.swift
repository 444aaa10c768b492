// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// The state that an async call carries with it, because it may resume on another thread.
///
/// It contains nothing that belongs to a thread: neither the mark that keeps a replaced state alive nor the call's
/// place in the ring. So the target is retained until the call returns.
@usableFromInline
struct AsyncPassage<Target, Arguments> {
    /// The target, nil when there is none.
    @usableFromInline
    let target: Target?
    /// The arguments, when an observer or handler needs them after the call has begun.
    @usableFromInline
    let arguments: Arguments?
    /// The hooks of the requirement: `ProxyHooks`.
    @usableFromInline
    let hooks: AnyObject?
    /// The answerer of calls that reach the target: the target or a default body.
    @usableFromInline
    let answerer: Answerer
    /// Whether a target was set but is gone.
    @usableFromInline
    let hasLostTarget: Bool
    /// The begin of the record.
    @usableFromInline
    let token: CallToken
    /// Owner and target of the proxy; see `ProxyRevision`.
    @usableFromInline
    let revision: UInt32
    /// Ends the record, on the thread on which the call ends.
    @usableFromInline
    let end: CallEnd
    /// The scope in which everything the call causes runs; nil when the call is not recorded.
    @usableFromInline
    let scope: AsyncScope?

    @usableFromInline
    init(
        target: Target?,
        arguments: Arguments?,
        hooks: AnyObject?,
        answerer: Answerer,
        hasLostTarget: Bool,
        token: CallToken,
        revision: UInt32,
        end: CallEnd,
        scope: AsyncScope?
    ) {
        self.target = target
        self.arguments = arguments
        self.hooks = hooks
        self.answerer = answerer
        self.hasLostTarget = hasLostTarget
        self.token = token
        self.revision = revision
        self.end = end
        self.scope = scope
    }
}

extension ProtocolProxy {
    /// Records an async call on its calling thread and collects everything it needs later.
    ///
    /// Never inlined: a backtrace finds the async function as the caller of this one.
    ///
    /// - Parameters:
    ///   - arguments: Evaluated only when they are recorded or observed.
    ///   - target: Finds the target in the state.
    @inlinable
    @inline(never)
    final func depart<Proxy, Arguments, Return, Target>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: () -> Arguments,
        _ target: (UnsafePointer<ProxyState<Delegate>>) -> Target?
    ) -> AsyncPassage<Target, Arguments> {
        let context = ThreadContext.current
        let depth = ThreadContext.enter(context, ObjectIdentifier(self))
        defer { leave(context, to: depth) }
        let state = published.load(ordering: .acquiring)
        let gate = state.pointee.gate
        let hooks = state.pointee.hooks(for: selector.site)
        let isWanted = hooks != nil || gate.pointee.records(selector.site)
        let taken = isWanted ? arguments() : nil
        var token = CallToken.unrecorded
        if let taken {
            withUnsafePointer(to: &token) { context.pointee.departure = UInt(bitPattern: $0) }
            token = withUnsafePointer(to: taken) {
                CallBegin.write(
                    gate,
                    context,
                    selector.site,
                    $0,
                    revision: state.pointee.revision,
                    isDetached: true
                )
            }
        } else {
            CallBegin.countSuppressed(gate, context)
        }
        let found = target(state)
        return AsyncPassage(
            target: found,
            arguments: hooks == nil ? nil : taken,
            hooks: hooks,
            answerer: Answerer(selector.site, state),
            hasLostTarget: found == nil && state.pointee.holding == .weakWords,
            token: token,
            revision: state.pointee.revision,
            end: CallEnd(token: token, gate: gate, context: context),
            scope: token.scope(gate)
        )
    }
}
