// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The observers, the handler and the rules for the calls of one requirement.
///
/// Typed like the requirement, so no argument is cast. Immutable; a change creates new hooks.
@usableFromInline
final class ProxyHooks<Arguments, Return>: @unchecked Sendable {
    // Sendable: immutable; the closures are documented to run on any calling thread.

    /// Receives the arguments before the call is forwarded.
    @usableFromInline
    let before: ((Arguments) -> Void)?
    /// Receives the arguments after the call returned or threw.
    @usableFromInline
    let after: ((Arguments) -> Void)?
    /// Receives the arguments and the result after the call returned.
    @usableFromInline
    let returned: ((Arguments, Return) -> Void)?
    /// Answers in place of the target.
    @usableFromInline
    let handler: ((Arguments) throws -> Return)?
    /// Answers in place of the target, if the requirement is async and its handler may suspend; `handler` stops the
    /// program then.
    @usableFromInline
    let asyncHandler: (nonisolated(nonsending) (Arguments) async throws -> Return)?
    /// Whether the target is also called, for its side effects; its answer is discarded.
    @usableFromInline
    let handlerCallsTarget: Bool
    /// Whether rules may act on the calls.
    @usableFromInline
    let hasRules: Bool
    private let rules: SiteRules?

    init(
        before: ((Arguments) -> Void)?,
        after: ((Arguments) -> Void)?,
        returned: ((Arguments, Return) -> Void)?,
        handler: ((Arguments) throws -> Return)?,
        asyncHandler: (nonisolated(nonsending) (Arguments) async throws -> Return)?,
        handlerCallsTarget: Bool,
        rules: SiteRules?
    ) {
        self.before = before
        self.after = after
        self.returned = returned
        self.handler = handler
        self.asyncHandler = asyncHandler
        self.handlerCallsTarget = handlerCallsTarget
        self.rules = rules
        hasRules = rules != nil
    }

    /// A call on which the rules may act; nil without rules.
    @usableFromInline
    @inline(never)
    func ruledCall(
        _ site: UnsafePointer<CallSite>,
        _ token: CallToken,
        revision: UInt32,
        throwing failure: any Error.Type
    ) -> RuledCall<Arguments, Return>? {
        rules.map { RuledCall($0, site, token, revision: revision, throwing: failure) }
    }
}
