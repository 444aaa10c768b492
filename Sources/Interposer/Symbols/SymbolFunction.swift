// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A function type.
struct SymbolFunction: Hashable, Sendable {
    /// How the function is represented. The raw value is the mangled operator.
    enum Convention: String, Hashable, Sendable {
        case escaping = "c"
        case nonescaping = "XE"
        case autoclosure = "XK"
        case escapingAutoclosure = "XA"
        case thin = "Xf"
        case c = "XC"
        case block = "XB"
        case escapingBlock = "XL"
    }

    enum Throwing: Hashable, Sendable {
        case never
        case anyError
        case typed(SymbolType)
    }

    enum Isolation: Hashable, Sendable {
        case none
        /// `@isolated(any)`
        case erased
        /// `nonisolated(nonsending)`
        case caller
        case globalActor(SymbolType)
    }

    /// `@differentiable`. The raw value is the mangled kind.
    enum Differentiability: String, Hashable, Sendable {
        case forward = "f"
        case reverse = "r"
        case normal = "d"
        case linear = "l"
    }

    /// What the symbol says between the parameters and the operator of the function type.
    struct Attributes: Hashable, Sendable {
        var isAsync = false
        var isSendable = false
        var throwing = Throwing.never
        var differentiability: Differentiability?
        var isolation = Isolation.none
        var isResultSending = false
    }

    let parameters: [SymbolElement]
    let result: SymbolType
    var attributes = Attributes()
    var convention = Convention.escaping
}
