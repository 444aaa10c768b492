// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore

extension ProtocolListing {
    /// The list for a terminal.
    ///
    /// - Parameter width: Columns in which lines are broken; nil for none.
    func text(width: Int?) -> String {
        if items.isEmpty { return "" }
        return settings.showsRequirements ? items.map(Self.details).joined(separator: "\n") : table(width)
    }

    /// What is to be said of the list, beside it.
    var notes: [String] {
        let none = items.isEmpty ? "The program has no such protocol\(ofSuchTypes)." : nil
        let more = isShortened ? "Protocols of the toolchain's modules are left out; --module '*' lists all." : nil
        return [none, more].compactMap { $0 }
    }

    private var ofSuchTypes: String {
        settings.types.isEmpty ? "" : " with a type that matches \(settings.types.joined(separator: ", "))"
    }

    // MARK: One line per protocol

    private func table(_ width: Int?) -> String {
        let rows = items.map { item in
            [item.listed.fullName, "\(item.listed.requirementCount)", "\(item.types.count)"]
        }
        let all = [["PROTOCOL", "REQUIREMENTS", "TYPES"]] + rows
        let widths = (0..<3).map { column in all.map { $0[column].count }.max() ?? 0 }
        let indent = widths.reduce(0) { $0 + $1 + 2 }
        // A narrow terminal breaks lines better than we would.
        let room = width.map { $0 - indent }.flatMap { $0 >= 24 ? $0 : nil }
        let texts = [["NAMES"]] + items.map { Self.lines(of: $0.types, room) }
        return zip(all, texts).map { row, names in
            let head = [Self.padded(row[0], to: widths[0])] + zip(row, widths).dropFirst().map { Self.leading($0, $1) }
            let more = names.dropFirst().map { String(repeating: " ", count: indent) + $0 + "\n" }
            let first = (head + names.prefix(1)).joined(separator: "  ")
            return "\(first)\n\(more.joined())"
        }
        .joined()
    }

    /// Names with commas between them, in a few lines with room for so many characters.
    private static func lines(of names: [String], _ room: Int?) -> [String] {
        var lines: [String] = []
        for (index, name) in names.enumerated() {
            let text = index + 1 < names.count ? "\(name)," : name
            if let last = lines.last, last.count + 1 + text.count <= room ?? .max {
                lines[lines.count - 1] = "\(last) \(text)"
            } else if lines.count == lineLimit {
                return lines + ["and \(names.count - index) more"]
            } else {
                lines.append(text)
            }
        }
        return lines
    }

    /// A protocol of generated code may have hundreds of types.
    private static let lineLimit = 4

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func leading(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    // MARK: One line per type and requirement

    private static func details(of item: Item) -> String {
        let requirements = Plural.text(item.listed.requirementCount, "requirement")
        let types = item.types.isEmpty ? "no conforming type" : Plural.text(item.types.count, "conforming type")
        let rows = item.entries.values.joined().map { name(of: $0) }
        let width = rows.map(\.count).max() ?? 0
        let texts = item.types.map { type in
            let entries = item.entries[type] ?? []
            let lines = entries.map { "    \(padded(name(of: $0), to: width))  \(verdict(on: $0))\n" }
            let none = "    nothing can be recorded: it has no witness table before it is used\n"
            return "  \(type)\n\(entries.isEmpty ? none : lines.joined())"
        }
        return "\(item.listed.fullName): \(requirements), \(types)\n\(texts.joined())"
    }

    private static func name(of entry: Interposer.Entry) -> String {
        let name = entry.requirement ?? "(\(entry.kind.rawValue) without a symbol)"
        return entry.isAsync ? "\(name) async" : name
    }

    private static func verdict(on entry: Interposer.Entry) -> String {
        if let refusal = entry.refusal { return "cannot be recorded: \(refusal)" }
        return entry.limitation.map { "name and timing only: \($0)" } ?? "recorded with its values"
    }
}
