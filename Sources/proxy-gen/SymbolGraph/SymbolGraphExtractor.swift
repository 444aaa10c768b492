// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore

/// Gets symbol graphs from the toolchain.
struct SymbolGraphExtractor {
    /// Directories with `.swiftmodule` files or folders.
    let searchPaths: [String]
    /// Module names for suggestions, besides those in the directories.
    let knownModules: [String]
    /// Further arguments for the tool.
    let extraArguments: [String]

    /// Reads the symbol graph of a module.
    ///
    /// - Throws: `GenerationError.unknownModule` with the nearest names, or `.extractionFailed`.
    func graph(of module: String) throws -> SymbolGraph {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("proxy-gen-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let arguments =
            ["-module-name", module, "-target", Toolchain.target, "-output-dir", directory.path]
            + [
                // With "public", the tool silently omits requirements with a leading underscore.
                "-minimum-access-level", "internal", "-skip-synthesized-members",
                "-skip-inherited-docs",
            ]
            + searchPaths.flatMap { ["-I", $0] } + extraArguments
        let result = try Toolchain.run("swift-symbolgraph-extract", arguments)
        let file = directory.appendingPathComponent("\(module).symbols.json")
        guard result.status == 0, FileManager.default.fileExists(atPath: file.path) else {
            let known = knownModules + Self.modules(in: searchPaths + [Toolchain.moduleDirectory])
            if !known.contains(module) {
                throw GenerationError.unknownModule(module, nearest: NearestNames.of(module, among: known))
            }
            throw GenerationError.extractionFailed(module, message: result.errors)
        }
        return try Self.read(file)
    }

    /// Reads a symbol graph from a file.
    ///
    /// - Throws: `GenerationError.unreadableGraph`.
    static func read(_ file: URL) throws -> SymbolGraph {
        do {
            return try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
        } catch {
            throw GenerationError.unreadableGraph(file.relativePath, message: FailureReason.of(error))
        }
    }

    /// Sorted names of the modules in some directories.
    static func modules(in directories: [String]) -> [String] {
        let names = directories.flatMap { directory in
            ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [])
                .filter { $0.hasSuffix(".swiftmodule") }
                .map { String($0.dropLast(".swiftmodule".count)) }
        }
        return Set(names).sorted()
    }
}
