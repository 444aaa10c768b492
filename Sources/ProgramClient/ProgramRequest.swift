// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A request to a program, with the token if there is one.
package struct ProgramRequest: Sendable {
    /// Of HTTP. The body of an answer to 1.0 has no chunks: it goes on to the end of the connection.
    package enum Version: String, Sendable {
        case http10 = "HTTP/1.0"
        case http11 = "HTTP/1.1"
    }

    package let address: ProgramAddress
    /// Path and query, percent-encoded.
    package let target: String
    /// Longest time until the answer; of a stream, until its head.
    package let timeout: Duration
    package var method = "GET"
    package var version = Version.http11
    package var fields: [(name: String, value: String)] = []
    package var body: [UInt8]?

    /// - Parameters:
    ///   - path: Not encoded, as are the names and values of the query.
    ///   - query: Those that are nil are left out.
    package init(
        _ address: ProgramAddress,
        _ path: String,
        query: [(String, String?)] = [],
        timeout: Duration
    ) {
        self.address = address
        self.timeout = timeout
        let pairs = query.compactMap { name, value in
            value.map { "\(Self.percentEncoded(name))=\(Self.percentEncoded($0))" }
        }
        target = Self.percentEncoded(path, keeping: "/:@") + (pairs.isEmpty ? "" : "?") + pairs.joined(separator: "&")
    }

    /// What is sent.
    var bytes: [UInt8] {
        var lines = ["\(method) \(target) \(version.rawValue)", "Host: \(address.authority)"]
        var all = fields
        if let token = address.token { all.append(("Authorization", "Bearer \(token)")) }
        if let body { all.append(("Content-Length", "\(body.count)")) }
        lines += all.map { "\($0.name): \($0.value.filter { !$0.isNewline })" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
    }

    /// - SeeAlso: RFC 3986, section 2.3, "Unreserved Characters".
    private static func percentEncoded(_ text: String, keeping kept: String = "") -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            case _ where kept.utf8.contains(byte): encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
