// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// Modules that a generated file may import, with the names that it may use from each.
struct ImportList {
    private var names: [String: Set<String>] = [
        "ProxyCore": [
            "AnyDelegateFacet", "AnyMethodSelector", "DelegateProxy", "DelegateProxyError", "DelegateProxyIdentifier",
            "DelegateProxyType", "MethodSelector", "ProtocolProxy", "ProxyDisposable", "ProxyObservable", "Recorder",
            "UnrecordedArgument",
        ],
        "Reactive": ["Disposable", "Observable", "Reactive", "ReactiveCompatible"],
    ]
    /// Modules that are always imported.
    private var always: Set<String> = []
    /// The conformances of a public class, and the modules that they expose.
    private var conformance: (text: String, modules: Set<String>)?

    /// Adds a name from a module.
    mutating func add(_ name: String, of module: String) {
        names[module, default: []].insert(name)
    }

    /// Adds modules that are always imported.
    mutating func addAlways(_ modules: Set<String>) { always.formUnion(modules) }

    /// Notes that a public class conforms by `text`, which exposes the named types even in an internal file.
    mutating func addConformance(_ text: String, of modules: Set<String>) { conformance = (text, modules) }

    /// Adds everything from another list.
    mutating func formUnion(_ other: ImportList) {
        names.merge(other.names) { $0.union($1) }
        always.formUnion(other.always)
    }

    /// The import declarations that `source` needs, sorted.
    ///
    /// - Parameters:
    ///   - access: Access level of the declarations.
    ///   - destination: The module of the source.
    func declarations(for source: String, access: AccessLevel, destination: String?) -> [String] {
        let lines = source.split(separator: "\n")
        let all = Self.words(lines)
        let offered = Self.words(lines.filter { !$0.drop { $0 == " " }.hasPrefix("private ") })
        let modules = Set(names.keys).union(always).subtracting([destination].compactMap(\.self))
        return modules.sorted().compactMap { module in
            let names = names[module] ?? []
            let isConforming = conformance.map { source.contains($0.text) && $0.modules.contains(module) } ?? false
            let isOffered = access == .public && !names.isDisjoint(with: offered) || isConforming
            if isOffered { return "public import \(module)" }
            let isUsed = !names.isDisjoint(with: all) || always.contains(module) || module == "ProxyCore"
            return isUsed ? "import \(module)" : nil
        }
    }

    private static func words(_ lines: [Substring]) -> Set<String> {
        var words: Set<String> = []
        for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
            for word in line.split(whereSeparator: { !$0.isWordCharacter }) { words.insert(String(word)) }
        }
        return words
    }
}
