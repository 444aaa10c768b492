// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The address of an inspected program, and the token for it.
struct ProgramAddress: Sendable, Hashable {
    let host: String
    let port: UInt16
    let token: String?

    /// Parses the URL that a server prints, with a token in its fragment or query; nil if the text is no such URL.
    init?(_ text: String) {
        guard let given = URLComponents(string: text.contains("://") ? text : "http://\(text)"), given.scheme == "http",
            let host = given.host, !host.isEmpty, let port = UInt16(exactly: given.port ?? 80)
        else { return nil }
        let key = "token="
        let inFragment = given.fragment.flatMap { $0.hasPrefix(key) ? String($0.dropFirst(key.count)) : nil }
        token = inFragment ?? given.queryItems?.first { $0.name == "token" }?.value
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.port = port
    }

    /// Host and port, as the header `Host` and messages have them.
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Without the token.
    var url: String { "http://\(authority)/" }

    /// A request's bytes.
    func request(_ target: String, accept: String, closes: Bool) -> [UInt8] {
        var lines = ["GET \(target) HTTP/1.1", "Host: \(authority)", "Accept: \(accept)"]
        if closes { lines.append("Connection: close") }
        if let token = token?.filter({ !$0.isNewline }) { lines.append("Authorization: Bearer \(token)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
