// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Glibc

/// The user's own folder in which every server leaves a file, so that it can be found.
///
/// `$XDG_RUNTIME_DIR/delegate-inspector`, or `delegate-inspector-<uid>` in the folder for temporary files. A folder that
/// is not the user's alone is not used: another user could put addresses into it, or read tokens out of it.
///
/// - SeeAlso: XDG Base Directory Specification, `XDG_RUNTIME_DIR`.
struct DiscoveryFolder: Sendable {
    let path: String

    /// The folder that the environment asks for.
    static var standard: DiscoveryFolder {
        if let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            return DiscoveryFolder(path: runtime + "/delegate-inspector")
        }
        return DiscoveryFolder(path: (variable("TMPDIR") ?? "/tmp") + "/delegate-inspector-\(geteuid())")
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether it is a directory, no link, that belongs to the user and that nobody else may enter.
    var isPrivate: Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    /// Makes it when it is not there; false when it cannot be used.
    func prepare() -> Bool {
        mkdir(path, 0o700)
        return isPrivate
    }

    /// The files in it.
    var files: [String] { isPrivate ? DirectoryListing.files(below: path).values.sorted() : [] }

    /// Writes a file that only the user can read; whoever reads finds all of it or nothing.
    ///
    /// - Returns: The path of the file, nil when it cannot be written.
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
