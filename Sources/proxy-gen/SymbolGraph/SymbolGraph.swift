// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The output of `swift-symbolgraph-extract` for a module, as far as proxies need it.
///
/// - SeeAlso: the symbol graph format, github.com/swiftlang/swift-docc-symbolkit, `openapi.yaml`.
struct SymbolGraph: Decodable {
    /// A declaration.
    struct Symbol: Decodable {
        struct Kind: Decodable { let identifier: String }
        struct Identifier: Decodable { let precise: String }
        struct Names: Decodable { let title: String }

        /// A piece of the declaration's text.
        struct Fragment: Decodable {
            let kind: String
            let spelling: String
            let preciseIdentifier: String?
        }

        /// Availability on a system.
        struct Availability: Decodable {
            let domain: String?
            let message: String?
            let renamed: String?
            let isUnconditionallyUnavailable: Bool?
            let isUnconditionallyDeprecated: Bool?
        }

        /// The extension that declares a symbol.
        struct Extension: Decodable {
            struct Constraint: Decodable { let kind: String }
            let constraints: [Constraint]?
        }

        let kind: Kind
        let identifier: Identifier
        let names: Names
        let pathComponents: [String]
        let declarationFragments: [Fragment]?
        let availability: [Availability]?
        let swiftExtension: Extension?
        let accessLevel: String?

        /// Whether it is visible to other modules.
        var isPublic: Bool { ["public", "open"].contains(accessLevel ?? "public") }

        /// The declaration as source.
        var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }

        /// The declaration as source, with a module prefix for types shadowed by a type parameter.
        var unambiguousDeclaration: String {
            let fragments = declarationFragments ?? []
            let parameters = Set(fragments.filter { $0.kind == "genericParameter" }.map(\.spelling))
            return fragments.map { fragment in
                guard parameters.contains(fragment.spelling), let identifier = fragment.preciseIdentifier,
                    identifier.hasSuffix("P") || identifier.hasSuffix("C"),
                    let module = ModuleName.of(identifier: identifier)
                else { return fragment.spelling }
                return "\(module).\(fragment.spelling)"
            }.joined()
        }

        /// The name with its enclosing types.
        var path: String { pathComponents.joined(separator: ".") }
    }

    /// A relationship between two declarations.
    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?

        /// The target's name with its module, if it is in another one; else its identifier.
        var targetName: String { targetFallback ?? target }
    }

    /// The module.
    struct Module: Decodable { let name: String }

    let module: Module
    let symbols: [Symbol]
    let relationships: [Relationship]
}
