// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The compiler plugin for ProxyAnnotations, whose macros expand to nothing.
///
/// The compiler sends JSON messages, each preceded by its length in eight bytes, little endian. There are only two
/// responses, so no parser of JSON or Swift is needed.
///
/// - SeeAlso: PluginMessages.swift of swift-syntax.
@main
enum ProxyAnnotationsPlugin {
    private static let capability = #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
    private static let nothing = #"{"expandMacroResult":{"expandedSource":"","diagnostics":[]}}"#

    static func main() {
        while let question = readMessage() {
            let isFirst = question.starts(with: #"{"getCapability""#.utf8)
            guard write(isFirst ? capability : nothing) else { return }
        }
    }

    // MARK: Messages

    /// The next message; nil at the end of the input.
    private static func readMessage() -> [UInt8]? {
        guard let head = read(8) else { return nil }
        return read(head.reversed().reduce(0) { $0 << 8 | Int($1) })
    }

    private static func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let more = bytes.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress! + filled, count - filled) }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return nil }
            filled += more
        }
        return bytes
    }

    private static func write(_ message: String) -> Bool {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: message.utf8.count >> (8 * $0)) } + Array(message.utf8)
        var sent = 0
        while sent < bytes.count {
            let more = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress! + sent, bytes.count - sent) }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return false }
            sent += more
        }
        return true
    }
}
