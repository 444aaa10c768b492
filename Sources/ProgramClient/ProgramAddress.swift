// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The address of an inspected program, or of another server with its API, and the token for it.
package struct ProgramAddress: Sendable, Hashable, CustomStringConvertible {
    package let host: String
    package let port: UInt16
    package let token: String?

    /// Parses the URL that a server prints, with a token in its fragment or query; nil if the text is no such URL.
    package init?(_ text: String) {
        // The case of a scheme means nothing (RFC 3986, section 3.1).
        guard let given = URLComponents(string: text.contains("://") ? text : "http://\(text)"),
            given.scheme?.lowercased() == "http", let host = given.host, !host.isEmpty,
            let port = UInt16(exactly: given.port ?? 80)
        else { return nil }
        let key = "token="
        let inFragment = given.fragment.flatMap { $0.hasPrefix(key) ? String($0.dropFirst(key.count)) : nil }
        token = inFragment ?? given.queryItems?.first { $0.name == "token" }?.value
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.port = port
    }

    /// Host and port, as the header `Host` and messages have them.
    package var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Without the token.
    package var url: String { "\(self)/" }

    /// The URL without the token and the slash at its end.
    package var description: String { "http://\(authority)" }
}
