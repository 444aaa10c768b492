// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import InspectorServer
import ProgramClient

extension ProgramAddress {
    /// The given address, or the user's only server.
    static func find(_ given: String?) throws -> ProgramAddress {
        if let given {
            if let address = ProgramAddress(given) { return address }
            throw CommandFailure("\(given): not the address of an inspector; use one such as http://127.0.0.1:8080.")
        }
        let running = DiscoveredInspector.all()
        if running.count == 1, let address = ProgramAddress(running[0].url) { return address }
        if running.isEmpty {
            throw CommandFailure("You have no inspected program running. Start one, or pass its address.")
        }
        let list = running.map { "  \($0.program) (\($0.processID)): \($0.url)" }.joined(separator: "\n")
        throw CommandFailure("You have \(running.count) inspected programs; pass the address of one:\n\(list)")
    }

    /// A request of a command.
    func request(_ path: String, query: [(String, String?)] = [], timeout: Duration) -> ProgramRequest {
        var request = ProgramRequest(self, path, query: query, timeout: timeout)
        request.version = .http10
        return request
    }
}
