// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The head of an HTTP/1.0 or HTTP/1.1 response.
package struct ResponseHead: Sendable {
    /// Longest head in bytes.
    static let limitBytes = 64 << 10

    package let status: Int
    /// By name in lower case.
    package let headers: [String: String]

    /// Where the head at the beginning of some bytes ends; nil if it isn't complete.
    ///
    /// - Parameter start: Where its end is looked for.
    static func end(in bytes: [UInt8], from start: Int = 0) -> Int? {
        let blank: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard start + blank.count <= bytes.count else { return nil }
        let found = (start...(bytes.count - blank.count)).first { bytes[$0..<($0 + blank.count)].elementsEqual(blank) }
        return found.map { $0 + blank.count }
    }

    /// Parses a complete head; nil for another protocol.
    init?(_ bytes: ArraySlice<UInt8>) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { return nil }
        self.status = status
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            var value = parts[1].drop(while: Self.isBlank)
            while let last = value.last, Self.isBlank(last) { value.removeLast() }
            headers[parts[0].lowercased()] = String(value)
        }
        self.headers = headers
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// Whether the body is an event stream, whatever the parameters of its type.
    ///
    /// - SeeAlso: WHATWG HTML, "Server-sent events", *Processing model*: any other type fails the connection for good.
    package var isEventStream: Bool {
        var type = headers["content-type"]?.prefix { $0 != ";" } ?? ""
        while let last = type.last, Self.isBlank(last) { type.removeLast() }
        return type.lowercased() == "text/event-stream"
    }

    var isChunked: Bool { headers["transfer-encoding"]?.lowercased() == "chunked" }

    /// Bytes of the body; nil if it goes on to the end of the connection.
    var length: Int? { headers["content-length"].flatMap { Int($0) } }
}
