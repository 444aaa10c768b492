// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Standard error, for what there is nobody else to tell.
package enum StandardError {
    package static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
