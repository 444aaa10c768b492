// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Embeds files into a target, so that a program needs none at run time: the target's `Documents/` folder, if there is
/// one, otherwise the package's `public/`.
@main
struct EmbedPublic: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let documents = target.directoryURL.appending(path: "Documents")
        let hasDocuments = FileManager.default.fileExists(atPath: documents.path)
        let root = hasDocuments ? documents : context.package.directoryURL.appending(path: "public")
        let type = hasDocuments ? "EmbeddedDocument" : "EmbeddedAsset"
        let output = context.pluginWorkDirectoryURL.appending(path: "\(type)s.swift")
        let (files, directories) = try contents(of: root)
        let paths = files.map { String($0.path.dropFirst(root.path.count + 1)) }.sorted()
        return [
            .buildCommand(
                displayName: "Embedding \(root.lastPathComponent)/",
                executable: try context.tool(named: "embed-public").url,
                arguments: [type, output.path, root.path] + paths,
                // A directory changes when a file is added or removed. The build replans only for changes in its own
                // source folders, so it would miss new files unless these directories were inputs.
                inputFiles: [root] + directories + files,
                outputFiles: [output]
            )
        ]
    }

    /// Everything below `root`, without names that begin with a dot.
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
