// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// What an async call takes along, because a suspension may bring it to another thread.
///
/// Nothing of a thread goes with it: neither its mark, which keeps a replaced state alive, nor its place among the
/// calls of the ring. So the target is held strongly until the call comes back.
@usableFromInline
struct AsyncPassage<Target, Arguments> {
    /// The target, nil for none.
    @usableFromInline
    let target: Target?
    /// The arguments, where somebody sees them after the call.
    @usableFromInline
    let arguments: Arguments?
    /// What the program asked of the requirement: `ProxyHooks`.
    @usableFromInline
    let hooks: AnyObject?
    /// Who answers what reaches the target: the target, or a default body that stands in for it.
    @usableFromInline
    let answerer: Answerer
    /// Whether a target was set and is gone.
    @usableFromInline
    let hasLostTarget: Bool
    /// Ends the record; on which thread, only the end of the call knows.
    @usableFromInline
    let end: CallEnd

    @usableFromInline
    init(
        target: Target?,
        arguments: Arguments?,
        hooks: AnyObject?,
        answerer: Answerer,
        hasLostTarget: Bool,
        end: CallEnd
    ) {
        self.target = target
        self.arguments = arguments
        self.hooks = hooks
        self.answerer = answerer
        self.hasLostTarget = hasLostTarget
        self.end = end
    }
}

extension ProtocolProxy {
    /// Takes an async call for the record, and everything that it needs, on the thread that it came on.
    ///
    /// - Parameters:
    ///   - arguments: Not evaluated when nobody wants them.
    ///   - target: Finds the target in the state.
    @inlinable
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
        let isWanted = hooks != nil || gate.pointee.isRecording.load(ordering: .relaxed)
        let taken = isWanted ? arguments() : nil
        var token = CallToken.unrecorded
        if let taken {
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
            end: CallEnd(token: token, gate: gate, context: context)
        )
    }
}
