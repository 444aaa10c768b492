// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads directories and files, without Foundation.
package enum DirectoryListing {
    /// Deeper directories are skipped.
    private static let depthLimit = 8

    package static func canRead(_ path: String) -> Bool {
        guard let directory = opendir(path) else { return false }
        closedir(directory)
        return true
    }

    /// Every regular file below `root` whose name does not begin with a dot: path below `root` -> path in the file
    /// system. Symbolic links are skipped.
    package static func files(below root: String) -> [String: String] {
        var files: [String: String] = [:]
        collect(root, prefix: "", depth: 0, into: &files)
        return files
    }

    private static func collect(_ path: String, prefix: String, depth: Int, into files: inout [String: String]) {
        guard depth < depthLimit, let directory = opendir(path) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(".") { continue }
            var status = stat()
            guard lstat(path + "/" + name, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: files[prefix + name] = path + "/" + name
            case S_IFDIR: collect(path + "/" + name, prefix: prefix + name + "/", depth: depth + 1, into: &files)
            default: break
            }
        }
    }

    /// The content of a file; nil if it cannot be read.
    package static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rbe") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block[..<count] }
        return ferror(file) == 0 ? bytes : nil
    }
}
