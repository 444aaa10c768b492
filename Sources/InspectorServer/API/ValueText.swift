// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Recorded values as a person would write them.
enum ValueText {
    /// The whole value. A string is its text alone; inside of other values it has quotes.
    static func full(_ value: RecordedValue) -> String {
        if value.kind == .string, case .text(let text) = value.content { return text }
        return inner(value)
    }

    /// One line of at most `limit` characters.
    static func line(_ value: RecordedValue, limit: Int) -> String {
        let text = inner(value)
        return text.count <= limit ? text : text.prefix(max(limit - 1, 0)) + "…"
    }

    private static func inner(_ value: RecordedValue) -> String {
        switch value.kind {
        case .nil: "nil"
        case .string: quoted(scalar(value) ?? "") + (value.truncation == nil ? "" : "…")
        case .scalar: scalar(value) ?? "?"
        case .bytes: "\(value.count ?? value.truncation?.original ?? 0) bytes"
        case .object: value.identity ?? value.typeName
        case .function: "(\(value.typeName))"
        case .redacted: "‹redacted›"
        case .list: "[" + children(value) { inner($0) } + "]"
        case .map: "[" + pairs(value) + "]"
        case .tuple: "(" + children(value, labelled) + ")"
        case .enum: "." + (scalar(value) ?? "?") + (value.children.isEmpty ? "" : "(\(children(value, labelled)))")
        case .struct: structure(value)
        }
    }

    private static func scalar(_ value: RecordedValue) -> String? {
        switch value.content {
        case .bool(let bool): "\(bool)"
        case .signed(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .float(let number): "\(number)"
        case .double(let number): "\(number)"
        case .text(let text): text
        case .none, .address, .bytes: nil
        }
    }

    private static func structure(_ value: RecordedValue) -> String {
        if let text = scalar(value) { return text }
        return value.typeName + "(" + children(value, labelled) + ")"
    }

    private static func labelled(_ child: RecordedValue) -> String {
        (child.label.map { $0 + ": " } ?? "") + inner(child)
    }

    private static func children(_ value: RecordedValue, _ text: (RecordedValue) -> String) -> String {
        let kept = value.children.map(text).joined(separator: ", ")
        let isCut = value.truncation != nil || value.children.count < (value.count ?? 0)
        return isCut ? (kept.isEmpty ? "…" : kept + ", …") : kept
    }

    /// Keys and values alternate among the children of a map.
    private static func pairs(_ value: RecordedValue) -> String {
        let pairs = stride(from: 0, to: value.children.count - 1, by: 2).map { index in
            inner(value.children[index]) + ": " + inner(value.children[index + 1])
        }
        let text = pairs.isEmpty && value.truncation == nil ? ":" : pairs.joined(separator: ", ")
        return value.truncation == nil ? text : text + ", …"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            // Nothing that a terminal would act on.
            case _ where scalar.properties.generalCategory == .control:
                quoted += "\\u{\(String(scalar.value, radix: 16))}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
