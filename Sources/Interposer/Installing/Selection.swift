// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension Interposer {
    /// The protocols and conforming types whose calls are recorded.
    ///
    /// In all patterns, `*` matches any run of characters, and case is ignored.
    public struct Selection: Sendable, Hashable {
        /// Patterns of names of protocols, alone or with the module: `LampDelegate`, `App.*Delegate`. One must match the
        /// protocol, or one that refines it.
        public var protocols: [String]
        /// Patterns of names of conforming types. Default: all types.
        public var types: [String]
        /// Patterns of names of the protocols' modules. Default: all modules.
        public var modules: [String]
        /// Patterns of names of protocols that are left out, alone or with the module. Default none.
        public var excluded: [String]
        /// Selects protocols by name.
        public init(
            protocols: [String],
            types: [String] = [],
            modules: [String] = [],
            excluded: [String] = []
        ) {
            self.protocols = protocols
            self.types = types
            self.modules = modules
            self.excluded = excluded
        }
    }
}

/// A selection in the form in which names are compared with it.
struct CompiledSelection {
    private let protocols: [TextPattern]
    private let types: [TextPattern]
    private let modules: [TextPattern]
    private let excluded: [TextPattern]

    init(_ selection: Interposer.Selection) {
        protocols = selection.protocols.map(TextPattern.glob)
        types = selection.types.map(TextPattern.glob)
        modules = selection.modules.map(TextPattern.glob)
        excluded = selection.excluded.map(TextPattern.glob)
    }

    /// Whether the calls of some conforming types through a protocol are selected.
    func contains(protocol name: String, of module: String) -> Bool {
        Self.match(protocols, Self.names(name, module)) && allows(protocol: name, of: module)
    }

    /// Whether the calls of some conforming types through a protocol may be selected because a selected one refines it.
    func allows(protocol name: String, of module: String) -> Bool {
        (modules.isEmpty || Self.match(modules, [module])) && !Self.match(excluded, Self.names(name, module))
    }

    private static func names(_ name: String, _ module: String) -> [String] { [name, "\(module).\(name)"] }

    /// Whether the calls of a conforming type through a selected protocol are selected.
    func contains(type: String) -> Bool { types.isEmpty || Self.match(types, [type]) }

    private static func match(_ patterns: [TextPattern], _ texts: [String]) -> Bool {
        var scratch = MatchScratch()
        return patterns.contains { pattern in texts.contains { pattern.matches($0, &scratch) } }
    }
}
