// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore

/// Writes one line per event, in fixed columns, of which a narrow terminal gets fewer.
struct TailPrinter {
    /// The kind of a line's part, which determines its colour.
    enum Style: String {
        case plain = ""
        case dim = "2"
        case name = "1"
        case good = "32"
        case warning = "33"
        case bad = "31"
        case note = "36"
    }

    let hasColours: Bool
    /// Columns per line; nil if lines are not truncated.
    let width: Int?

    /// For standard output. On a terminal, lines are truncated, and coloured unless NO_COLOR is set.
    ///
    /// - SeeAlso: no-color.org: any non-empty value.
    static var standard: TailPrinter {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let refusal = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
        var size = winsize()
        let isKnown = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 20
        return TailPrinter(hasColours: isTerminal && refusal.isEmpty, width: isKnown ? Int(size.ws_col) : nil)
    }

    // MARK: Lines

    func line(_ call: Invocation) -> String {
        let duration = call.durationNanoseconds.map(DurationText.short) ?? "running"
        let path = call.state == .running ? "…" : call.state == .threw ? "threw" : call.returnPath.name
        let indentation = String(repeating: isNarrow ? " " : "  ", count: min(call.depth, isNarrow ? 4 : 16))
        let columns: [(String, Style)] = [
            (Self.fit(duration, 9, isNumber: true), Self.style(ofDuration: call.durationNanoseconds)),
            (Self.fit(path, 9), Self.style(of: call)),
            (indentation + CallText.call(call, limit: .max), .name),
        ]
        var parts = start(of: call) + columns
        let outcome = CallText.outcome(call, limit: .max)
        if !outcome.isEmpty { parts.append(("→ \(outcome)", call.error == nil ? .plain : .bad)) }
        if call.isMarked { parts.append(("★", .warning)) }
        if let comment = call.comment { parts.append(("“\(comment)”", .note)) }
        return compose(parts)
    }

    /// Whether a line has no room for all columns: the call must remain.
    private var isNarrow: Bool { width.map { $0 < 80 } ?? false }

    /// Time and thread, as far as there is room for them.
    private func start(of call: Invocation) -> [(String, Style)] {
        let time = String(Instant.text(call.startedAtNanoseconds).dropFirst(11).dropLast())
        if let width, isNarrow { return width < 60 ? [] : [(String(time.prefix(8)), .dim)] }
        let thread = call.thread.isMain ? "main" : call.thread.name.isEmpty ? "\(call.thread.id)" : call.thread.name
        return [(Self.fit(time, 15), .dim), (Self.fit(thread, 12), .dim)]
    }

    /// A line that is not a call.
    func remark(_ text: String, _ style: Style = .note) -> String { compose([("── \(text)", style)]) }

    private func compose(_ parts: [(String, Style)]) -> String {
        var room = width ?? .max
        var line = ""
        for (index, part) in parts.enumerated() where room > 2 {
            let gap = index == 0 ? "" : "  "
            room -= gap.count
            let text = TextColumns.shortened(VisibleText.line(part.0), to: room)
            room -= TextColumns.count(text)
            let isPlain = !hasColours || part.1 == .plain
            line += gap + (isPlain ? text : "\u{1B}[\(part.1.rawValue)m\(text)\u{1B}[0m")
        }
        return line
    }

    private static func fit(_ text: String, _ width: Int, isNumber: Bool = false) -> String {
        let text = TextColumns.shortened(text, to: width)
        let gap = TextColumns.padding(of: text, to: width)
        return isNumber ? gap + text : text + gap
    }

    private static func style(ofDuration nanoseconds: UInt64?) -> Style {
        switch nanoseconds {
        case nil: .note
        case let time? where time >= 100_000_000: .bad
        case let time? where time >= 1_000_000: .warning
        default: .plain
        }
    }

    private static func style(of call: Invocation) -> Style {
        switch (call.state, call.returnPath) {
        case (.running, _): .plain
        case (.threw, _): .bad
        case (_, .target): .good
        case (_, .none): .warning
        case (_, .handler), (_, .default), (_, .stub), (_, .intercept): .note
        }
    }
}
