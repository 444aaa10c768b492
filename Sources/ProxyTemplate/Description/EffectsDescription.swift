// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The effects of a call: throwing and suspending.
package struct EffectsDescription: Hashable, Sendable {
    /// The kind of throwing.
    package enum Throwing: Hashable, Sendable {
        case nothing
        case anything
        /// Errors of one type only.
        case only(String)
        /// The errors of a closure argument.
        case rethrowing
    }

    /// The kind of throwing.
    package var throwing: Throwing
    /// Whether it can suspend.
    package var isAsync: Bool

    /// Effects; none by default.
    package init(isAsync: Bool = false, throwing: Throwing = .nothing) {
        self.isAsync = isAsync
        self.throwing = throwing
    }

    /// The effects between the parameters and the arrow of a function type; nil for unknown ones.
    init?(between text: String) {
        self.init()
        var rest = text[...]
        if rest.hasPrefix("async") {
            isAsync = true
            rest = rest.dropFirst(5).drop { $0.isWhitespace }
        }
        switch rest {
        case "": break
        case "throws": throwing = .anything
        default:
            guard rest.hasPrefix("throws("), rest.last == ")" else { return nil }
            let error = String(rest.dropFirst(7).dropLast())
            if !["Never", "Swift.Never"].contains(error) { throwing = .only(error) }
        }
    }

    var throwsAnything: Bool { throwing != .nothing }

    /// The type in `throws(E)`, nil for other kinds of throwing.
    var onlyError: String? {
        if case .only(let type) = throwing { type } else { nil }
    }

    /// The keywords after the parameters, each with a leading space.
    var declaration: String {
        let asyncWord = isAsync ? " async" : ""
        switch throwing {
        case .nothing: return asyncWord
        case .anything: return asyncWord + " throws"
        case .only(let type): return asyncWord + " throws(\(type))"
        case .rethrowing: return asyncWord + " rethrows"
        }
    }

    /// The keywords before a call.
    var callPrefix: String { (throwsAnything ? "try " : "") + (isAsync ? "await " : "") }

    /// The effects of a function type, which can't rethrow.
    var typeDeclaration: String { throwing == .rethrowing ? (isAsync ? " async" : "") + " throws" : declaration }
}
