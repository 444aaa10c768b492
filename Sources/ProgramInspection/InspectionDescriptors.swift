// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The descriptors that an inspection works with. A program may close all that it doesn't know, as services do when they
/// begin, and get their numbers for its own files.
///
/// Until they are noted, they count as the inspection's.
final class InspectionDescriptors: Sendable {
    private struct Noted: Sendable {
        /// The server's: its socket, and what its threads wait at.
        var server: [Int32: DescriptorIdentity] = [:]
        /// The numbers of each file.
        var files: [DescriptorIdentity: Set<Int32>] = [:]
    }

    private let noted = Mutex(Noted())

    /// Notes those that were opened. The program's threads may run, and open and close others meanwhile.
    ///
    /// - Parameters:
    ///   - before: Those that were open before the server began; nil if that is not known.
    ///   - store: The path of the recording.
    func note(since before: Set<Int32>?, store: String?) {
        guard let before, let all = OpenDescriptors.all else { return }
        let paths = store.map { store in ["", "-wal", "-shm"].map { store + $0 } } ?? []
        let files = Set(paths.compactMap { DescriptorIdentity(path: $0) })
        var found = Noted()
        for number in all {
            guard let identity = DescriptorIdentity(number) else { continue }
            if files.contains(identity) {
                found.files[identity, default: []].insert(number)
            } else if !before.contains(number), identity.isAnonymous || Self.isListening(number) {
                found.server[number] = identity
            }
        }
        noted.withLock { [found] in $0 = found }
    }

    /// Whether the server has its descriptors.
    var hasServer: Bool { noted.withLock { $0 }.server.allSatisfy { DescriptorIdentity($0.key) == $0.value } }

    /// Whether the recording has its files. While it writes, each of them stays open at one of its numbers at least.
    var hasFiles: Bool {
        noted.withLock { $0 }.files.allSatisfy { file, numbers in
            numbers.contains { DescriptorIdentity($0) == file }
        }
    }

    private static func isListening(_ descriptor: Int32) -> Bool {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value != 0
    }
}
