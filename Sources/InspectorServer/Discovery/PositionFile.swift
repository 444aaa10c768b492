// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Glibc
internal import ProxyCore

/// The file that says how many calls a server's recorder has stored, also after its process was killed.
///
/// The position of the newest call, which the recorder changes in place, and after it what the discovery file has, but
/// for the token: this file is kept longer. It stands beside the discovery file, with the epoch in its name, because
/// another process can get the same number and port.
final class PositionFile: Sendable {
    private let file: OwnFile
    private let shared: SharedPosition

    /// Nil if the file cannot be written or mapped; the server runs without it.
    init?(_ inspector: DiscoveredInspector, of recorder: Recorder, named name: String, in folder: DiscoveryFolder) {
        let bytes = [UInt8](repeating: 0, count: SharedPosition.byteCount) + inspector.withoutToken.json
        let ending = Self.ending(epoch: inspector.epoch)
        guard let path = folder.write(bytes, as: name + ending) else { return nil }
        file = OwnFile(path: path)
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let shared = SharedPosition(mapping: descriptor) else { return nil }
        self.shared = shared
        recorder.keepPosition(in: shared)
    }

    static let ending = ".position"

    /// What follows the name of the discovery file.
    static func ending(epoch: String) -> String { "-\(epoch)\(ending)" }
}
