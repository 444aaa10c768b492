// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Glibc

/// The user's private folder of files that announce running servers.
///
/// `$XDG_RUNTIME_DIR/delegate-inspector`, or `delegate-inspector-<uid>` in the temporary folder. A folder that other
/// users can access is not used: they could add URLs or read tokens.
///
/// - SeeAlso: XDG Base Directory Specification, `XDG_RUNTIME_DIR`.
struct DiscoveryFolder: Sendable {
    let path: String

    /// The folder chosen by the environment.
    static var standard: DiscoveryFolder {
        if let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            return DiscoveryFolder(path: runtime + "/delegate-inspector")
        }
        return DiscoveryFolder(path: (variable("TMPDIR") ?? "/tmp") + "/delegate-inspector-\(geteuid())")
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the path is a directory (not a link) that only its owner, the user, can access.
    var isPrivate: Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    /// Creates the folder if it is missing; false if it cannot be used.
    func prepare() -> Bool {
        mkdir(path, 0o700)
        return isPrivate
    }

    /// The paths of the files in the folder.
    var files: [String] { isPrivate ? DirectoryListing.files(below: path).values.sorted() : [] }

    /// Writes a file atomically, readable by the user only.
    ///
    /// - Returns: The path of the file; nil if writing fails.
    func write(_ bytes: [UInt8], as name: String) -> String? {
        let draft = "\(path)/.\(name)"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count
        close(file)
        guard isWritten, rename(draft, "\(path)/\(name)") == 0 else {
            unlink(draft)
            return nil
        }
        return "\(path)/\(name)"
    }
}
