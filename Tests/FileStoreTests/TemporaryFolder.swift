// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that is deleted after the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("recording-\(UUID().uuidString)").path
        // The test cannot continue without it.
        try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String = "traffic.sqlite") -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }
}
