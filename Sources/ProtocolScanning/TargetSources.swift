// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// The source files of a target, and the proxies of their annotated protocols.
package struct TargetSources {
    /// The source of the proxies, without protocols that have problems.
    package private(set) var text = ""
    /// Names of the proxies.
    package private(set) var proxies: [String] = []
    /// The problems, by file and place.
    package private(set) var problems: [Problem] = []

    /// Reads the files.
    ///
    /// - Parameter files: Path and contents of each.
    package init(_ files: [(path: String, source: String)]) {
        let files = files.map { ScannedFile(path: $0.path, source: $0.source) }
        let known = KnownProtocols(files)
        var imports: [ScannedImport] = []
        var access = AccessLevel.internal
        var bodies: [String] = []
        for file in files where !file.belongsToMacro {
            problems += file.problems + Self.unreadMarkers(in: file)
            for declaration in file.protocols where declaration.proxied != nil {
                guard let read = read(declaration, in: file, known) else { continue }
                bodies.append(source(of: read, declaration, known))
                access = max(access, declaration.access)
                for line in read.imports where !imports.contains(line) { imports.append(line) }
            }
        }
        text = Self.file(imports: Self.importLines(imports, access), bodies)
    }

    private mutating func read(
        _ declaration: ScannedProtocol,
        in file: ScannedFile,
        _ known: KnownProtocols
    ) -> ReadProtocol? {
        if let obstacle = Self.obstacle(declaration) {
            problems.append(Problem(file.path, declaration.name.place, obstacle))
            return nil
        }
        let read = ProtocolReader(declaration: declaration, known: known).read()
        guard read.refusals.isEmpty else {
            problems += read.refusals.map { Problem(file.path, $0.place, $0.message) }
            return nil
        }
        return read
    }

    private mutating func source(
        of read: ReadProtocol,
        _ declaration: ScannedProtocol,
        _ known: KnownProtocols
    ) -> String {
        let source = ProxySource(read.description, options: read.options)
        proxies.append((declaration.path + [source.className]).joined(separator: "."))
        var text = source.declarations.joined(separator: "\n")
        if !declaration.path.isEmpty {
            text = "extension \(declaration.path.joined(separator: ".")) {\n\(text)}\n"
        }
        let names = EnclosedNames(known: known, path: declaration.path, isInside: false)
        let bodies = DefaultBodiesSource(read.description, extending: declaration.fullName) {
            names.written($0, of: read.description)
        }
        if let bodies { text += "\n" + bodies.text }
        return Self.under(declaration.conditions, text)
    }

    /// The reason against a proxy in another file.
    private static func obstacle(_ declaration: ScannedProtocol) -> String? {
        if declaration.isLocal {
            return
                "the proxy of '\(declaration.name.text)' cannot be in a file of its own, because the protocol is local; "
                + "move it out of the braces"
        }
        guard declaration.access < .internal else { return nil }
        return "the proxy of '\(declaration.name.text)' is in a file of its own, which does not see a "
            + "\(declaration.access.rawValue) protocol; make it internal"
    }

    /// `@Optional` and `@Default` outside annotated protocols.
    private static func unreadMarkers(in file: ScannedFile) -> [Problem] {
        guard file.imports.contains(where: { $0.module == "ProxyAnnotations" }) else { return [] }
        return file.protocols.filter { $0.proxied == nil }.flatMap { ScannedMember.members(of: $0.body) }
            .flatMap(\.attributes).filter { ["Optional", "Default"].contains($0.name) }
            .map {
                let message =
                    "@\($0.name) belongs at a requirement of a protocol that is @Proxied; it has no effect here"
                return Problem(file.path, $0.place, message)
            }
    }

    // MARK: Text

    private static func under(_ conditions: [String], _ text: String) -> String {
        conditions.reversed().reduce(text) { text, condition in "#if \(condition)\n\(text)#endif\n" }
    }

    private static func importLines(_ imports: [ScannedImport], _ access: AccessLevel) -> [String] {
        // The annotations aren't needed, and ProxyCore is imported with the access that the proxies need.
        let others = imports.filter { !["ProxyAnnotations", "ProxyMacros", "ProxyCore"].contains($0.module) }
        let lines = others.map { under($0.conditions, $0.text + "\n") }
        guard access > .internal else { return ["import ProxyCore\n"] + lines }
        // Without the feature, imports are public, and a second import with another access level would conflict.
        let core = """
            #if hasFeature(InternalImportsByDefault)
            \(access.rawValue) import ProxyCore
            #else
            import ProxyCore
            #endif

            """
        return [core] + lines
    }

    private static func file(imports: [String], _ bodies: [String]) -> String {
        let head = "// Written by the build plugin MakeProxies from the protocols that are @Proxied; do not edit.\n"
        guard !bodies.isEmpty else { return head }
        return head + "\n" + imports.joined() + "\n" + bodies.joined(separator: "\n")
    }
}
