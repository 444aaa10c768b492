// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The program `nats-server`.
enum NatsServer {
    /// Its path.
    ///
    /// - Parameter given: A path from the command line.
    /// - Throws: `FleetFailure` if it isn't installed.
    static func find(_ given: String?) throws -> String {
        if let given {
            guard access(given, X_OK) == 0 else { throw FleetFailure("--nats-server \(given): no such program.") }
            return given
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        // Debian installs it where only root's PATH leads.
        let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
        guard let found = folders.map({ $0 + "/nats-server" }).first(where: { access($0, X_OK) == 0 }) else {
            throw FleetFailure(
                """
                nats-server is not installed. Install the package nats-server, or download it from \
                https://github.com/nats-io/nats-server/releases and name it with --nats-server.
                """
            )
        }
        return found
    }

    /// A port of the loopback interface that is free at the moment.
    static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else { throw FleetFailure("No port is free: \(String(cString: strerror(errno))).") }
        return UInt16(bigEndian: address.sin_port)
    }
}
