// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// `swift package generate-proxy --module M --protocol P [--target T]`: runs proxy-gen with the modules of this package
/// and its dependencies, which only SwiftPM knows.
@main
struct GenerateProxy: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let targets = extractor.extractOption(named: "target")
        var rest = extractor.remainingArguments
        if rest.contains("--help") || rest.contains("-h") {
            print(Self.help)
            fflush(nil)
        }
        if let name = targets.last {
            let target = try destination(named: name, in: context.package)
            let directory = target.directoryURL.appending(path: "Generated")
            rest += ["--into", target.moduleName]
            if value(of: "--output", in: rest) == nil { rest += ["--output", directory.path(percentEncoded: false)] }
        }
        rest += ["--made-by", madeBy(targets.last)]
        let own = context.package.targets.compactMap { ($0 as? any SourceModuleTarget)?.moduleName }
        rest += own.flatMap { ["--package-module", $0] }
        if let module = value(of: "--module", in: rest) { rest += try knowledge(of: module, in: context) }
        try run(context.tool(named: "proxy-gen").url, rest)
    }

    private func madeBy(_ target: String?) -> String {
        "swift package generate-proxy" + (target.map { " --target \($0)" } ?? "")
    }

    /// Additional options for the generator.
    private static let help = """
        swift package generate-proxy [--target <name>] <options of proxy-gen>

          --target <name>         The target that the proxy is for: the file goes to Generated in its folder.
                                  Without it, and without --output, the source is printed.

        Where SwiftPM keeps plugins in a sandbox, writing needs an option before the command:
          swift package --allow-writing-to-package-directory generate-proxy …

        """

    /// The target of the file.
    private func destination(named name: String, in package: Package) throws -> any SourceModuleTarget {
        let candidates = package.targets.compactMap { $0 as? any SourceModuleTarget }.filter { $0.kind != .macro }
        if let found = candidates.first(where: { $0.name == name }) { return found }
        let names = candidates.map(\.name).sorted().joined(separator: ", ")
        throw Failure(description: "there is no target \(name); name one of \(names) by --target")
    }

    /// The symbol graph of a module built here; nothing for a module of the toolchain.
    private func knowledge(of module: String, in context: PluginContext) throws -> [String] {
        let modules = modules(of: context.package)
        guard let target = modules.first(where: { $0.moduleName == module }) else {
            return modules.flatMap { ["--known-module", $0.moduleName] }
        }
        let options = PackageManager.SymbolGraphOptions(
            minimumAccessLevel: .internal,
            includeSynthesized: false,
            includeSPI: false,
            emitExtensionBlocks: false
        )
        let graph = try packageManager.getSymbolGraph(for: target, options: options)
        let files = try FileManager.default.contentsOfDirectory(at: graph.directoryURL, includingPropertiesForKeys: nil)
        return files.filter { $0.lastPathComponent == "\(module).symbols.json" }
            .flatMap { ["--symbol-graph", $0.path(percentEncoded: false)] }
    }

    /// The modules of a package and of its dependencies.
    private func modules(of package: Package) -> [any SourceModuleTarget] {
        var packages = [package]
        var seen: Set<String> = []
        var modules: [any SourceModuleTarget] = []
        while let next = packages.popLast() {
            guard seen.insert(next.id).inserted else { continue }
            modules += next.targets.compactMap { $0 as? any SourceModuleTarget }
            packages += next.dependencies.map(\.package)
        }
        return modules
    }

    /// The value of `--option value` or `--option=value`.
    private func value(of option: String, in arguments: [String]) -> String? {
        if let joined = arguments.first(where: { $0.hasPrefix("\(option)=") }) {
            return String(joined.dropFirst(option.count + 1))
        }
        guard let position = arguments.firstIndex(of: option), position + 1 < arguments.count else { return nil }
        return arguments[position + 1]
    }

    private func run(_ tool: URL, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { exit(process.terminationStatus) }
    }
}

/// An error that is just a message.
private struct Failure: Error, CustomStringConvertible {
    let description: String
}
