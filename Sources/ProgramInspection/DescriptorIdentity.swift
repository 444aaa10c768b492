// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a descriptor stands for, independent of its number.
struct DescriptorIdentity: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64
    private let mode: mode_t

    /// Nil if the descriptor is closed.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Nil if there is no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        mode = status.st_mode & S_IFMT
    }

    /// Whether it's a file on a disk.
    var isFile: Bool { mode == S_IFREG }

    /// Whether it has no kind, as what epoll_create(2) and eventfd(2) return. All of these have the same identity.
    var isAnonymous: Bool { mode == 0 }
}
