// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files of `/proc`, which have no size and come in parts. Foundation may stop after the first.
enum SystemFile {
    /// - Throws: If the file is missing, or belongs to somebody else.
    static func read(_ path: String) throws(SystemError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = part.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError() }
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += part.prefix(count)
        }
    }
}
