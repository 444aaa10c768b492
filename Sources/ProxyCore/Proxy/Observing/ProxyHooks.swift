// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a program has asked of the calls of one requirement: observers before and after, and an answer of its own.
///
/// Typed as the requirement is, so that nobody casts an argument. Immutable; a change makes new hooks.
@usableFromInline
final class ProxyHooks<Arguments, Return>: @unchecked Sendable {
    // Sendable: immutable; the closures are called on whatever thread a call comes on, as their documentation says.

    /// Sees the arguments before the call is passed on.
    @usableFromInline
    let before: ((Arguments) -> Void)?
    /// Sees the arguments after the call came back, however it did.
    @usableFromInline
    let after: ((Arguments) -> Void)?
    /// Sees arguments and result after the call returned.
    @usableFromInline
    let returned: ((Arguments, Return) -> Void)?
    /// Answers in place of the target.
    @usableFromInline
    let handler: ((Arguments) throws -> Return)?
    /// Whether the target is called too, for what it does rather than for its answer.
    @usableFromInline
    let handlerCallsTarget: Bool

    init(
        before: ((Arguments) -> Void)?,
        after: ((Arguments) -> Void)?,
        returned: ((Arguments, Return) -> Void)?,
        handler: ((Arguments) throws -> Return)?,
        handlerCallsTarget: Bool
    ) {
        self.before = before
        self.after = after
        self.returned = returned
        self.handler = handler
        self.handlerCallsTarget = handlerCallsTarget
    }
}
