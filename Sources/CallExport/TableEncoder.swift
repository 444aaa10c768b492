// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Invocations as comma-separated values (RFC 4180).
///
/// Spreadsheets treat a cell as a formula if it begins with one of `= + - @`, their full-width forms, a tab or a line
/// break (OWASP, “CSV Injection”). Such text gets a leading apostrophe, unless the whole cell is a number as Swift prints
/// it, such as `-5`: it runs nothing, and a spreadsheet should calculate with it.
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
        if let first = text.unicodeScalars.first, formulaStarts.contains(first), !isNegativeNumber(text) {
            text = "'" + text
        }
        guard text.utf8.contains(where: quotedBytes.contains) else { return text }
        let doubled = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { quoted, scalar in
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        return "\"\(String(doubled))\""
    }

    /// `-5`, `-0.5` or `-1e-07`. Other signs are in texts only, such as numbers of telephones.
    private static func isNegativeNumber(_ text: String) -> Bool {
        var rest = Substring(text).utf8
        func takesDigits() -> Bool {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest[digits.endIndex...]
            return !digits.isEmpty
        }
        func take(_ byte: UInt8) -> Bool {
            guard rest.first == byte else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard take(UInt8(ascii: "-")), takesDigits() else { return false }
        if take(UInt8(ascii: ".")), !takesDigits() { return false }
        if take(UInt8(ascii: "e")) {
            _ = take(UInt8(ascii: "-")) || take(UInt8(ascii: "+"))
            guard takesDigits() else { return false }
        }
        return rest.isEmpty
    }
}
