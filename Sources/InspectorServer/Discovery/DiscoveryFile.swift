// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import ProxyCore

/// The file that announces a running server; deleted with this object.
final class DiscoveryFile: Sendable {
    private let file: OwnFile
    /// Outlives a process that is killed; nil without a position.
    private let position: PositionFile?

    /// Nil if the file cannot be written; the server runs without it.
    ///
    /// - Parameter port: Part of the file name, because a process may run several servers.
    init?(port: UInt16, url: String, of recorder: Recorder, in folder: DiscoveryFolder = .standard) {
        let found = DiscoveredInspector(
            processID: getpid(),
            program: Self.programName,
            url: url,
            epoch: recorder.epoch,
            startedAt: Instant.text(Self.now),
            identity: ProcessIdentity(of: getpid())
        )
        guard folder.prepare() else { return nil }
        let name = "\(getpid())-\(port)"
        // First: whoever finds the server finds its position.
        position = recorder.storesCalls ? PositionFile(found, of: recorder, named: name, in: folder) : nil
        guard let path = folder.write(found.json, as: name + DiscoveredInspector.ending) else { return nil }
        file = OwnFile(path: path)
    }

    static var programName: String {
        String((CommandLine.arguments.first ?? "").split(separator: "/").last ?? "unknown")
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// A file that is deleted with this object, in the process that wrote it: a child made by fork(2) has a copy.
final class OwnFile: Sendable {
    private let path: String
    private let process: pid_t

    init(path: String, process: pid_t = getpid()) {
        self.path = path
        self.process = process
    }

    deinit { if getpid() == process { unlink(path) } }
}
