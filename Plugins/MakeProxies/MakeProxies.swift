// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Writes the proxies of a target's `@Proxied` protocols, as a source file of the target.
@main
struct MakeProxies: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let files = target.sourceFiles(withSuffix: "swift").map(\.url)
            .filter { !$0.path.hasPrefix(context.pluginWorkDirectoryURL.path) }
            .sorted { $0.path < $1.path }
        guard !files.isEmpty else { return [] }
        // One file for all, because annotations may move between files without a new build plan.
        let output = context.pluginWorkDirectoryURL.appending(path: "AnnotatedProxies.swift")
        return [
            .buildCommand(
                displayName: "Making proxies for \(target.name)",
                executable: try context.tool(named: "make-proxies").url,
                arguments: [output.path] + files.map(\.path),
                inputFiles: files,
                outputFiles: [output]
            )
        ]
    }
}
