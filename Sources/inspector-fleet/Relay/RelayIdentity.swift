// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Who sends: a relay in the headers of its messages and in the states of the processes it follows.
struct RelayIdentity: Sendable, Hashable {
    /// Differs between two runs: a container's only process has the same ID each time.
    let id: String
    /// Host and process, for people.
    let name: String

    init(host: String) {
        id = String(UInt64.random(in: .min ... .max), radix: 16)
        name = "\(host):\(getpid())"
    }
}
