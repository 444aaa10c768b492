// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Embeds the package's `public/` into the target, so that an embedded server needs no files beside it.
@main
struct EmbedPublic: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL.appending(path: "public")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedAssets.swift")
        let (files, directories) = try contents(of: root)
        let paths = files.map { String($0.path.dropFirst(root.path.count + 1)) }.sorted()
        return [
            .buildCommand(
                displayName: "Embedding public/",
                executable: try context.tool(named: "embed-public").url,
                arguments: [output.path, root.path] + paths,
                // A directory changes when a file is added to it or removed: without them here the build, which
                // plans anew only for its own source folders, would not notice.
                inputFiles: [root] + directories + files,
                outputFiles: [output]
            )
        ]
    }

    /// Everything below `root` whose name does not begin with a dot.
    private func contents(of root: URL) throws -> (files: [URL], directories: [URL]) {
        var files: [URL] = []
        var directories: [URL] = []
        let enumerator = FileManager.default.enumerator(
            at: root,
            includingPropertiesForKeys: [.isDirectoryKey],
            options: [.skipsHiddenFiles]
        )
        guard let enumerator else { return (files, directories) }
        for case let url as URL in enumerator {
            if try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
                directories.append(url)
            } else {
                files.append(url)
            }
        }
        return (files, directories)
    }
}
