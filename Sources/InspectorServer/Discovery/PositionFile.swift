// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Glibc
internal import ProxyCore

/// The file that says how many calls a server's recorder has stored, also after its process was killed.
///
/// The position of the newest call, which the recorder changes in place, and after it what the discovery file has, but
/// for the token: this file is kept longer.
final class PositionFile: Sendable {
    static let ending = ".position"

    private let file: OwnFile
    private let shared: SharedPosition

    /// Nil if the file cannot be written or mapped; the server runs without it.
    init?(_ inspector: DiscoveredInspector, of recorder: Recorder, named name: String, in folder: DiscoveryFolder) {
        let bytes = [UInt8](repeating: 0, count: SharedPosition.byteCount) + inspector.withoutToken.json
        guard let path = folder.write(bytes, as: name + Self.ending) else { return nil }
        file = OwnFile(path: path)
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let shared = SharedPosition(mapping: descriptor) else { return nil }
        self.shared = shared
        recorder.keepPosition(in: shared)
    }
}

/// What the position file of a program tells, which runs or was killed.
package struct ReachedPosition: Sendable {
    package let inspector: DiscoveredInspector
    /// Position of the newest call that the program has stored.
    package let position: UInt64
    private let path: String

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
            let inspector = DiscoveredInspector(reading: Array(bytes[SharedPosition.byteCount...]))
        else { return nil }
        self.inspector = inspector
        position = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        self.path = path
    }

    /// Deletes the file, when it has been taken into account that the program was killed.
    package func delete() { unlink(path) }

    /// Deletes the files of programs that were killed some time ago.
    static func deleteOld(in folder: DiscoveryFolder) {
        for reached in all(in: folder) where !reached.inspector.isRunning {
            var status = stat()
            guard lstat(reached.path, &status) == 0, time(nil) - status.st_mtim.tv_sec > keptSeconds else { continue }
            reached.delete()
        }
    }

    /// Notes that the program of a discovery file was killed: from now on, its position is kept for some time.
    static func noteEnd(ofProgramAt discoveryFile: String) {
        guard discoveryFile.hasSuffix(DiscoveredInspector.ending) else { return }
        let path = discoveryFile.dropLast(DiscoveredInspector.ending.count) + PositionFile.ending
        utimensat(AT_FDCWD, String(path), nil, AT_SYMLINK_NOFOLLOW)
    }
}
