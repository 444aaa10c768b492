// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What `swift-symbolgraph-extract` writes about a module; only what proxies need.
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

        /// On which system something is or is not.
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

        /// Whether other modules see it.
        var isPublic: Bool { ["public", "open"].contains(accessLevel ?? "public") }

        /// The declaration as source.
        var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }

        /// The declaration as source, with the module before a type that a type parameter shares its name with.
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

        /// The name with those of the types around it.
        var path: String { pathComponents.joined(separator: ".") }
    }

    /// How two declarations belong together.
    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
    }

    /// The module.
    struct Module: Decodable { let name: String }

    let module: Module
    let symbols: [Symbol]
    let relationships: [Relationship]
}
