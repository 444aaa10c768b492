// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The descriptors of this process.
package enum OpenDescriptors {
    /// The numbers of all that are open; nil if the system doesn't tell.
    package static var all: Set<Int32>? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var numbers: Set<Int32> = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = Int32(name), number != dirfd(folder) { numbers.insert(number) }
        }
        return numbers
    }

    /// Occupies the closed ones of standard input, output and error, so that no file that is opened later gets one of
    /// these numbers, and with it what the program reads or writes there. Nothing can be written to the substitutes.
    package static func occupyStandard() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // The system assigns the lowest free number, which is this one.
            _ = open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
    }
}
