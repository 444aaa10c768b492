// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolType {
    /// Whether the runtime can look the type up without a generic context.
    ///
    /// Ask before passing `runtimeName` to `swift_getTypeByMangledNameInContext`: for generic parameters outside of their
    /// context it returns null, but it aborts the process for an expansion of a pack that isn't known.
    var isConcrete: Bool {
        switch self {
        case .nominal(let type): type.kind != .protocol && type.hasConcreteArguments
        case .builtin, .integer: true
        case .tuple(let elements): elements.allSatisfy { $0.type.isConcrete && !$0.isVariadic }
        case .function(let function): function.isConcrete
        case .existential(let existential): existential.isConcrete
        case .metatype(let instance): instance.isConcrete
        case .existentialMetatype(.existential(let existential)): existential.isConcrete
        case .existentialMetatype(let instance): instance.isConcrete
        case .pack(let elements): elements.allSatisfy(\.isConcrete)
        case .parameter, .existentialSelf, .member, .modified, .packExpansion, .generic: false
        }
    }
}

extension SymbolNominal {
    fileprivate var hasConcreteArguments: Bool {
        SymbolContext.type(self).argumentLists.allSatisfy { $0.allSatisfy(\.isConcrete) }
    }
}

extension SymbolFunction {
    fileprivate var isConcrete: Bool {
        // Without Objective-C, the runtime has no value witnesses for blocks, and an optional of one ends the process.
        guard ![.thin, .block, .escapingBlock].contains(convention), result.isConcrete else { return false }
        if case .typed(let error) = attributes.throwing, !error.isConcrete { return false }
        if case .globalActor(let actor) = attributes.isolation, !actor.isConcrete { return false }
        return parameters.allSatisfy { SymbolParameter($0, label: nil).type.isConcrete }
    }
}

extension SymbolExistential {
    fileprivate var isConcrete: Bool {
        guard superclass?.isConcrete ?? true else { return false }
        // Symbols omit the protocol of a constrained associated type, without which the runtime doesn't find it.
        return constraints.allSatisfy { if case .suppressed(.existentialSelf, _) = $0 { true } else { false } }
    }
}
