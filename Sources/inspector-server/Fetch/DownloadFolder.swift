// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A separate folder for the files of download tasks.
///
/// On Linux, Foundation leaves files of aborted downloads, and files that the delegate hasn't moved, in the temporary
/// folder, without reporting their names.
struct DownloadFolder {
    private let path: String
    private let former: String?

    /// Creates the folder and makes Foundation use it for temporary files; nil if creation fails.
    init?() {
        former = ProcessInfo.processInfo.environment["TMPDIR"]
        path = FileManager.default.temporaryDirectory.appendingPathComponent("download-\(UUID().uuidString)").path
        guard (try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)) != nil else {
            return nil
        }
        setenv("TMPDIR", path, 1)
    }

    /// Removes the folder and its contents.
    func remove() {
        if let former { setenv("TMPDIR", former, 1) } else { unsetenv("TMPDIR") }
        try? FileManager.default.removeItem(atPath: path)
    }
}
