// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Invocations as comma-separated values (RFC 4180).
///
/// Spreadsheets treat a cell as a formula if it begins with one of `= + - @`, their full-width forms, a tab or a line
/// break (OWASP, “CSV Injection”). Such text gets a leading apostrophe; numbers are unchanged.
struct TableEncoder: ExportEncoder {
    private static let columns = Invocation.fields.compactMap(\.cell).sorted { $0.place < $1.place }

    private static let formulaStarts = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)
    /// Bytes that require quotes. Semicolons separate cells in locales with a decimal comma.
    private static let quotedBytes = Array("\",;\t\r\n".utf8)

    func begin() -> [UInt8] { Self.line(Self.columns.map(\.title)) }

    func encode(_ invocation: Invocation) -> [UInt8] {
        Self.line(Self.columns.map { Self.cell($0.text(invocation)) })
    }

    func end() -> [UInt8] { [] }

    private static func line(_ cells: [String]) -> [UInt8] { Array((cells.joined(separator: ",") + "\r\n").utf8) }

    /// Text that spreadsheets display but don't execute.
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
