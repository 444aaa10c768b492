// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An attribute with its arguments.
struct ScannedAttribute {
    /// The last name: `Default` of `@ProxyAnnotations.Default(1)`.
    var name: String
    var tokens: ArraySlice<Token>
    /// The arguments, between the parentheses.
    var arguments: ArraySlice<Token>
    var place: SourcePlace { tokens.first!.place }
}

/// An import with its compilation conditions.
struct ScannedImport: Hashable {
    var text: String
    var module: String
    var conditions: [String]
}

/// The declarations of a file that matter to proxies.
struct ScannedFile {
    var path: String
    private(set) var imports: [ScannedImport] = []
    private(set) var protocols: [ScannedProtocol] = []
    /// Qualified names of the classes.
    private(set) var classes: Set<String> = []
    /// Names of the types, and of those that can't be copied.
    private(set) var types: (all: [String], noncopyable: Set<String>) = ([], [])
    /// Qualified names of the types, protocols and aliases that other files can refer to.
    private(set) var declared: Set<String> = []
    /// The type aliases outside of braces.
    private(set) var aliases: [ScannedAlias] = []
    private(set) var problems: [Problem] = []

    /// Whether the file's annotations are macros, which need no build plugin.
    var belongsToMacro: Bool { imports.contains { $0.module == "ProxyMacros" } }

    init(path: String, source: String) {
        self.path = path
        var scanner = Scanner(tokens: Tokenizer.tokens(of: source)[...], path: path)
        scanner.scan()
        imports = scanner.imports
        protocols = scanner.protocols.map { declaration in
            var declaration = declaration
            declaration.imports = scanner.imports
            return declaration
        }
        classes = scanner.classes
        types = scanner.types
        declared = scanner.declared
        aliases = scanner.aliases
        problems = scanner.problems
    }
}
