// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The program that this process is, for clients of its own server.
struct OwnProgram: MCPPrograms {
    let all: [MCPProgram]

    init(routes: [HTTPRoute]) {
        let name = DiscoveryFile.programName
        all = [MCPProgram(id: "\(getpid())", name: name, place: "process \(getpid())", routes: routes)]
    }
}
