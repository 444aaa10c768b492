// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension DatabaseQueue {
    /// Opens a recording beside the recorder that writes it, and waits for a lock. Without a time limit of its own,
    /// SQLite fails at once when the other connection writes.
    static func patient(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
