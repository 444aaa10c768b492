// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An attribute with what stands in its parentheses.
struct ScannedAttribute {
    /// The last name: `Default` of `@ProxyAnnotations.Default(1)`.
    var name: String
    var tokens: ArraySlice<Token>
    /// Between the parentheses.
    var arguments: ArraySlice<Token>
    var place: SourcePlace { tokens.first!.place }
}

/// An import with the conditions that it is under.
struct ScannedImport: Hashable {
    var text: String
    var module: String
    var conditions: [String]
}

/// What a file declares that matters to proxies.
struct ScannedFile {
    var path: String
    private(set) var imports: [ScannedImport] = []
    private(set) var protocols: [ScannedProtocol] = []
    private(set) var problems: [Problem] = []

    /// Whether the annotations of the file are those of the macro, which does everything itself.
    var belongsToMacro: Bool { imports.contains { $0.module == "ProxyMacros" } }

    init(path: String, source: String) {
        self.path = path
        var scanner = Scanner(tokens: Tokenizer.tokens(of: source)[...], path: path)
        scanner.scan()
        imports = scanner.imports
        protocols = scanner.protocols
        problems = scanner.problems
    }
}
