// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a call can do besides returning.
package struct EffectsDescription: Hashable, Sendable {
    /// Whether and what a call throws.
    package enum Throwing: Hashable, Sendable {
        case nothing
        case anything
        /// Errors of one type only.
        case only(String)
        /// What a closure argument throws.
        case rethrowing
    }

    /// Whether and what it throws.
    package var throwing: Throwing
    /// Whether it can suspend.
    package var isAsync: Bool

    /// Effects; none by default.
    package init(isAsync: Bool = false, throwing: Throwing = .nothing) {
        self.isAsync = isAsync
        self.throwing = throwing
    }

    var throwsAnything: Bool { throwing != .nothing }

    /// The words behind the parameters, with a space before each.
    var declaration: String {
        let asyncWord = isAsync ? " async" : ""
        switch throwing {
        case .nothing: return asyncWord
        case .anything: return asyncWord + " throws"
        case .only(let type): return asyncWord + " throws(\(type))"
        case .rethrowing: return asyncWord + " rethrows"
        }
    }

    /// The words before a call.
    var callPrefix: String { (throwsAnything ? "try " : "") + (isAsync ? "await " : "") }

    /// The effects of a function type: there is no rethrowing one.
    var typeDeclaration: String { throwing == .rethrowing ? (isAsync ? " async" : "") + " throws" : declaration }
}
