// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder of its own for the files that download tasks write to.
///
/// On Linux, Foundation leaves such a file in the folder for temporary files when the download broke off, without
/// telling its delegate where, and when nobody moved it.
struct DownloadFolder {
    private let path: String
    private let former: String?

    /// Makes the folder and lets Foundation use it for temporary files; nil when it cannot be made.
    init?() {
        former = ProcessInfo.processInfo.environment["TMPDIR"]
        path = FileManager.default.temporaryDirectory.appendingPathComponent("download-\(UUID().uuidString)").path
        guard (try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)) != nil else {
            return nil
        }
        setenv("TMPDIR", path, 1)
    }

    /// Removes the folder and what was left in it.
    func remove() {
        if let former { setenv("TMPDIR", former, 1) } else { unsetenv("TMPDIR") }
        try? FileManager.default.removeItem(atPath: path)
    }
}
