// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The protocols and classes declared in the files of a target.
struct KnownProtocols {
    private let byName: [String: ScannedProtocol]
    private let classes: Set<String>
    /// Qualified names of all types.
    private let declared: Set<String>
    /// Names of types with values that can't be copied. Without a name that several types have.
    let noncopyable: Set<String>

    /// Names of aliases of function types. Without a name that other types have, too.
    let functionAliases: Set<String>

    init(_ files: [ScannedFile]) {
        let all = files.flatMap(\.protocols).map { ($0.fullName, $0) }
        byName = Dictionary(all) { first, _ in first }
        classes = Set(files.flatMap(\.classes))
        declared = Set(files.flatMap(\.declared))
        let counts = Dictionary(files.flatMap(\.types.all).map { ($0, 1) }, uniquingKeysWith: +)
        let aliases = files.flatMap(\.aliases)
        let others = Set(aliases.filter { !$0.isFunction }.map(\.name)).union(counts.keys)
        functionAliases = Set(aliases.filter(\.isFunction).map(\.name)).subtracting(others)
        noncopyable = Set(files.flatMap(\.types.noncopyable)).filter { counts[$0] == 1 }
    }

    /// The protocol that a name refers to inside enclosing types: the innermost one.
    func find(_ name: String, in path: [String]) -> ScannedProtocol? {
        Self.candidates(name, in: path).lazy.compactMap { byName[$0] }.first
    }

    /// The parents of a protocol that are known.
    func parents(of declaration: ScannedProtocol) -> [ScannedProtocol] {
        ProtocolReader(declaration: declaration, known: self).head.inherited.flatMap(\.composed).compactMap { type in
            find(type.prefix { $0.text != "<" }.plainText, in: declaration.path)
        }
    }

    /// Whether a protocol is another one, or has it among its parents and theirs.
    func inherits(_ declaration: ScannedProtocol, from other: ScannedProtocol) -> Bool {
        var seen: Set<String> = []
        var open = [declaration]
        while let next = open.popLast() {
            if next.fullName == other.fullName { return true }
            if seen.insert(next.fullName).inserted { open += parents(of: next) }
        }
        return false
    }

    /// The number of enclosing types of the type that a name refers to inside others; nil for an unknown type.
    func depth(ofType name: String, in path: [String]) -> Int? {
        let found = Self.candidates(name, in: path).firstIndex(where: declared.contains)
        return found.map { path.count - $0 }
    }

    /// Whether a name refers to a class.
    func isClass(_ name: String, in path: [String]) -> Bool {
        let found = Self.candidates(name, in: path).first { byName[$0] != nil || classes.contains($0) }
        return found.map(classes.contains) ?? false
    }

    /// What a name can mean inside enclosing types, the innermost first.
    private static func candidates(_ name: String, in path: [String]) -> [String] {
        stride(from: path.count, through: 0, by: -1).map { (path.prefix($0) + [name]).joined(separator: ".") }
    }
}
