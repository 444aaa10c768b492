// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Invocations as comma-separated values (RFC 4180).
///
/// Spreadsheets treat a cell as a formula if it begins with one of `= + - @`, their full-width forms, a tab or a line
/// break (OWASP, “CSV Injection”). Such text gets a leading apostrophe; numbers are unchanged.
///
/// Events of proxies are rows too: their time, proxy's owner and protocol are in the columns of calls, what happened in
/// columns of their own at the end.
struct TableEncoder: ExportEncoder {
    let epoch: String

    private static let columns = Invocation.fields.compactMap(\.cell).sorted { $0.place < $1.place }
    /// The columns of events only.
    private static let eventColumns = ["event", "previousTarget", "detail"]

    private static let formulaStarts = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)
    /// Bytes that require quotes. Semicolons separate cells in locales with a decimal comma.
    private static let quotedBytes = Array("\",;\t\r\n".utf8)

    func begin() -> [UInt8] { Self.line(Self.columns.map(\.title) + Self.eventColumns) }

    func encode(_ invocation: Invocation) -> [UInt8] {
        Self.line(Self.columns.map { Self.cell($0.text(invocation)) } + Self.eventColumns.map { _ in "" })
    }

    func encode(_ event: ProxyEvent) -> [UInt8] {
        let cells = [
            "id": ProxyEventID(epoch: epoch, number: event.number).description,
            "startedAt": Instant.text(event.occurredAtNanoseconds), "owner": event.owner, "target": event.target,
            "protocol": event.protocolName, "event": event.kind.rawValue, "previousTarget": event.previousTarget,
            "detail": event.detail,
        ]
        return Self.line((Self.columns.map(\.title) + Self.eventColumns).map { Self.cell((cells[$0] ?? nil) ?? "") })
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
