// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Glibc
internal import ProxyCore

/// How many calls a program has stored that runs or was killed, by its position file.
package final class ReachedPosition: Sendable {
    package let inspector: DiscoveredInspector
    private let path: String
    private let discoveryFile: String
    /// Stays readable when the file is deleted.
    private let descriptor: Int32

    /// Seconds for which the file of a program that was killed is kept.
    private static let keptSeconds = 24 * 60 * 60

    /// Those of all programs of this user.
    package static func all() -> [ReachedPosition] { all(in: .standard) }

    static func all(in folder: DiscoveryFolder) -> [ReachedPosition] {
        folder.files.filter { $0.hasSuffix(PositionFile.ending) }.compactMap(ReachedPosition.init)
    }

    /// That of the program with an epoch; nil if there is none, as after an orderly end.
    package static func of(epoch: String) -> ReachedPosition? { all().first { $0.inspector.epoch == epoch } }

    private init?(_ path: String) {
        guard let bytes = DirectoryListing.read(path), bytes.count > SharedPosition.byteCount,
            let inspector = DiscoveredInspector(reading: Array(bytes[SharedPosition.byteCount...])),
            path.hasSuffix(PositionFile.ending(epoch: inspector.epoch))
        else { return nil }
        self.inspector = inspector
        self.path = path
        discoveryFile =
            path.dropLast(PositionFile.ending(epoch: inspector.epoch).count) + DiscoveredInspector.ending
        descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Position of the newest call that the program has stored by now, or had when it ended.
    package var position: UInt64 {
        var position: UInt64 = 0
        let count = pread(descriptor, &position, MemoryLayout<UInt64>.size, 0)
        return count == MemoryLayout<UInt64>.size ? position : 0
    }

    /// Whether the program was killed: its process is gone, or its number is that of another program, and the file is
    /// still there.
    package var wasKilled: Bool { !isRunning && access(path, F_OK) == 0 }

    private var isRunning: Bool {
        guard inspector.isRunning else { return false }
        guard let bytes = DirectoryListing.read(discoveryFile), let found = DiscoveredInspector(reading: bytes) else {
            return true
        }
        return found.epoch == inspector.epoch
    }

    /// Deletes the file, when it has been taken into account that the program was killed.
    package func delete() { unlink(path) }

    /// Deletes the files of programs that were killed some time ago.
    static func deleteOld(in folder: DiscoveryFolder) {
        for reached in all(in: folder) where reached.wasKilled {
            var status = stat()
            // While there is a discovery file, nobody has noted the end of the program.
            guard access(reached.discoveryFile, F_OK) != 0, lstat(reached.path, &status) == 0,
                time(nil) - status.st_mtim.tv_sec > keptSeconds
            else { continue }
            reached.delete()
        }
    }

    /// Notes that a program was killed, whose discovery file is about to be deleted: from now on, its position is kept for
    /// some time.
    static func noteEnd(of inspector: DiscoveredInspector, _ discoveryFile: String) {
        let name = discoveryFile.dropLast(DiscoveredInspector.ending.count)
        utimensat(AT_FDCWD, name + PositionFile.ending(epoch: inspector.epoch), nil, AT_SYMLINK_NOFOLLOW)
    }
}
