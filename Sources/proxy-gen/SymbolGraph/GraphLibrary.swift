// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Symbol graphs by module, with an index.
final class GraphLibrary {
    private let extractor: SymbolGraphExtractor
    private var graphs: [String: SymbolGraph] = [:]
    private var symbols: [String: SymbolGraph.Symbol] = [:]
    private var modules: [String: String] = [:]

    /// A library that gets missing graphs from `extractor`.
    ///
    /// - Parameter graphs: Graphs that have been read.
    init(_ extractor: SymbolGraphExtractor, graphs: [SymbolGraph] = []) {
        self.extractor = extractor
        graphs.forEach(add)
    }

    private func add(_ graph: SymbolGraph) {
        graphs[graph.module.name] = graph
        for symbol in graph.symbols {
            symbols[symbol.identifier.precise] = symbol
            modules[symbol.identifier.precise] = graph.module.name
        }
    }

    /// The graph of a module.
    func graph(of module: String) throws -> SymbolGraph {
        if let known = graphs[module] { return known }
        let graph = try extractor.graph(of: module)
        add(graph)
        return graph
    }

    /// A symbol and its module, from the loaded graphs or that of `module`; nil if it is in none.
    func symbol(_ identifier: String, orIn module: String?) -> (symbol: SymbolGraph.Symbol, module: String)? {
        if let symbol = symbols[identifier] { return (symbol, modules[identifier]!) }
        guard let module, graphs[module] == nil, (try? graph(of: module)) != nil else { return nil }
        return symbols[identifier].map { ($0, modules[identifier]!) }
    }

    /// The protocol with a name.
    ///
    /// - Throws: `GenerationError.unknownProtocol` with the nearest names.
    func protocolSymbol(named name: String, in module: String) throws -> SymbolGraph.Symbol {
        let protocols = try graph(of: module).symbols.filter { $0.kind.identifier == "swift.protocol" }
        if let found = protocols.first(where: { $0.path == name }) { return found }
        let nearest = NearestNames.of(name, among: protocols.filter(\.isPublic).map(\.path))
        throw GenerationError.unknownProtocol(name, module: module, nearest: nearest)
    }
}

/// Modules by symbol names.
enum ModuleName {
    /// The module of a symbol, nil for the standard library and unknown modules.
    static func of(identifier: String) -> String? {
        guard identifier.hasPrefix("s:") else { return identifier.hasPrefix("c:") ? "Glibc" : nil }
        let digits = identifier.dropFirst(2).prefix { $0.isNumber }
        guard let length = Int(digits) else { return nil }
        let name = String(identifier.dropFirst(2 + digits.count).prefix(length))
        return reexported[name] ?? name
    }

    /// Modules re-exported by others.
    private static let reexported = [
        "FoundationEssentials": "Foundation", "FoundationInternationalization": "Foundation",
    ]
}
