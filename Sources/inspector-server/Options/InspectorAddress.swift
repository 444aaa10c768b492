// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import InspectorServer

/// The address of a server, and the token for it.
struct InspectorAddress {
    /// Scheme, host and port.
    let base: URLComponents
    let token: String?

    /// Parses the URL that a server prints, with or without a token; nil if the text is no such URL.
    init?(_ text: String) {
        guard let given = URLComponents(string: text.contains("://") ? text : "http://\(text)"), given.scheme == "http",
            let host = given.host, !host.isEmpty
        else { return nil }
        let key = "token="
        token = given.fragment.flatMap { $0.hasPrefix(key) ? String($0.dropFirst(key.count)) : nil }
        var base = URLComponents()
        base.scheme = "http"
        base.host = host
        base.port = given.port
        self.base = base
    }

    /// The given address, or the user's only server.
    static func find(_ given: String?) throws -> InspectorAddress {
        if let given {
            if let address = InspectorAddress(given) { return address }
            throw CommandFailure("\(given): not the address of an inspector; use one such as http://127.0.0.1:8080.")
        }
        let running = DiscoveredInspector.all()
        if running.count == 1, let address = InspectorAddress(running[0].url) { return address }
        if running.isEmpty {
            throw CommandFailure("You have no inspected program running. Start one, or pass its address.")
        }
        let list = running.map { "  \($0.program) (\($0.processID)): \($0.url)" }.joined(separator: "\n")
        throw CommandFailure("You have \(running.count) inspected programs; pass the address of one:\n\(list)")
    }

    /// A request, with the token if there is one.
    func request(_ path: String, query: [(String, String?)] = [], timeout: TimeInterval) -> URLRequest {
        var components = base
        components.path = path
        let items = query.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        if !items.isEmpty { components.queryItems = items }
        // A plus sign would be read as a space.
        components.percentEncodedQuery = components.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        var request = URLRequest(url: components.url ?? URL(fileURLWithPath: "/"), timeoutInterval: timeout)
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    var description: String { base.string ?? "" }
}
