// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import ProxyCore

/// The file that announces a running server; deleted with this object.
final class DiscoveryFile: Sendable {
    private let path: String

    /// Nil if the file cannot be written; the server runs without it.
    ///
    /// - Parameter port: Part of the file name, because a process may run several servers.
    init?(port: UInt16, url: String, epoch: String, in folder: DiscoveryFolder = .standard) {
        let found = DiscoveredInspector(
            processID: getpid(),
            program: Self.programName,
            url: url,
            epoch: epoch,
            startedAt: Instant.text(Self.now)
        )
        guard folder.prepare(), let path = folder.write(found.json, as: "\(getpid())-\(port).json") else { return nil }
        self.path = path
    }

    deinit { unlink(path) }

    static var programName: String {
        String((CommandLine.arguments.first ?? "").split(separator: "/").last ?? "unknown")
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
