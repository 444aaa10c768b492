// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Invocations as comma-separated values (RFC 4180).
///
/// A spreadsheet takes a cell that begins with one of `= + - @`, their full-width forms, a tab or a line break for a
/// formula (OWASP, “CSV Injection”): such a text gets an apostrophe in front. Numbers are written as they are.
struct TableEncoder: ExportEncoder {
    private static let titles = [
        "id", "startedAt", "thread", "protocol", "selector", "owner", "target", "depth", "state", "returnPath",
        "durationNanoseconds", "arguments", "outcome",
    ]

    private static let formulaStarts = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)
    /// What separates cells here, and where a comma is the sign of decimals.
    private static let quotedBytes = Array("\",;\t\r\n".utf8)

    func begin() -> [UInt8] { Self.line(Self.titles) }

    func encode(_ invocation: Invocation) -> [UInt8] {
        Self.line([
            Self.cell(invocation.id.description), Self.cell(Instant.text(invocation.startedAtNanoseconds)),
            Self.cell(invocation.thread.name), Self.cell(invocation.selector.protocolName),
            Self.cell(invocation.selector.name), Self.cell(invocation.owner), Self.cell(invocation.target ?? ""),
            "\(invocation.depth)", invocation.state.name,
            invocation.state == .running ? "" : invocation.returnPath.name,
            invocation.durationNanoseconds.map { "\($0)" } ?? "",
            Self.cell(CallText.arguments(invocation, limit: .max)),
            Self.cell(CallText.outcome(invocation, limit: .max)),
        ])
    }

    func end() -> [UInt8] { [] }

    private static func line(_ cells: [String]) -> [UInt8] { Array((cells.joined(separator: ",") + "\r\n").utf8) }

    /// A text that a spreadsheet shows and does not run.
    static func cell(_ text: String) -> String {
        var text = text
        if let first = text.unicodeScalars.first, formulaStarts.contains(first) { text = "'" + text }
        guard text.utf8.contains(where: quotedBytes.contains) else { return text }
        let doubled = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { quoted, scalar in
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        return "\"\(String(doubled))\""
    }
}
