// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The head of an HTTP/1.1 response.
struct ResponseHead {
    /// Longest head in bytes.
    static let limitBytes = 64 << 10

    let status: Int
    /// By name in lower case.
    let headers: [String: String]

    /// Parses the head at the beginning of some bytes.
    ///
    /// - Returns: The head and the number of its bytes, nil if it isn't complete. Status 0 stands for another protocol.
    static func parse(_ bytes: [UInt8]) -> (head: ResponseHead, length: Int)? {
        let blank: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        let starts = 0..<max(bytes.count - 3, 0)
        guard let end = starts.first(where: { bytes[$0..<($0 + 4)].elementsEqual(blank) }) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        let isHTTP = words.count >= 2 && words[0].hasPrefix("HTTP/1.")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        return (ResponseHead(status: isHTTP ? Int(words[1]) ?? 0 : 0, headers: headers), end + 4)
    }

    var isChunked: Bool { headers["transfer-encoding"]?.lowercased() == "chunked" }
}
