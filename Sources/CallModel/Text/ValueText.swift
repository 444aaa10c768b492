// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Formats recorded values for display.
package enum ValueText {
    /// The whole value. A string is unquoted on its own and quoted inside other values.
    package static func full(_ value: RecordedValue) -> String {
        if value.kind == .string, case .text(let text) = value.content { return text }
        return inner(value)
    }

    /// One line of at most `limit` characters.
    package static func line(_ value: RecordedValue, limit: Int) -> String {
        cut(inner(value), to: limit)
    }

    /// An argument; for an `inout` argument, its values before and after the call, and where a rule changed it, also the
    /// value that the target got.
    package static func line(_ argument: Invocation.Argument, limit: Int) -> String {
        cut(
            [argument.value, argument.edited, argument.after].compactMap { $0.map { line($0, limit: limit) } }
                .joined(separator: " → "),
            to: limit
        )
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        text.count <= limit ? text : text.prefix(max(limit - 1, 0)) + "…"
    }

    private static func inner(_ value: RecordedValue) -> String {
        switch value.kind {
        case .nil: "nil"
        case .string: quoted(scalar(value) ?? "") + (value.truncation == nil ? "" : "…")
        case .scalar: scalar(value) ?? "?"
        case .bytes: bytes(value)
        case .object: value.text.map(VisibleText.line) ?? value.identity ?? value.typeName
        case .function: "(\(value.typeName))"
        case .redacted: "‹redacted›"
        case .list: "[" + children(value) { inner($0) } + "]"
        case .map: "[" + pairs(value) + "]"
        case .tuple: "(" + children(value, labelled) + ")"
        case .enum: enumeration(value)
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

    /// The size and the kept bytes: as text if readable, otherwise in hexadecimal.
    private static func bytes(_ value: RecordedValue) -> String {
        let size = "\(value.count ?? value.truncation?.original ?? 0) bytes"
        guard case .bytes(let bytes, _) = value.content, !bytes.isEmpty else { return size }
        let mark = value.truncation == nil ? "" : "…"
        if let text = value.bytesText { return "\(size) \(quoted(text))\(mark)" }
        let hexadecimal = bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(size) \(hexadecimal)\(bytes.count > 16 ? "…" : mark)"
    }

    private static func enumeration(_ value: RecordedValue) -> String {
        let name = "." + (scalar(value) ?? "?")
        if value.ownChildren.isEmpty { return name }
        // Several payloads, or a labelled one, form a tuple.
        if value.ownChildren.count == 1, let tuple = value.ownChildren.first, tuple.kind == .tuple {
            return "\(name)(\(children(tuple, labelled)))"
        }
        return "\(name)(\(children(value, labelled)))"
    }

    private static func structure(_ value: RecordedValue) -> String {
        if let text = scalar(value) { return VisibleText.line(text) }
        return value.typeName + "(" + children(value, labelled) + ")"
    }

    private static func labelled(_ child: RecordedValue) -> String {
        (child.label.map { $0 + ": " } ?? "") + inner(child)
    }

    private static func children(_ value: RecordedValue, _ text: (RecordedValue) -> String) -> String {
        let kept = value.ownChildren.map(text).joined(separator: ", ")
        let isCut = value.truncation != nil || value.children.count < (value.count ?? 0)
        return isCut ? (kept.isEmpty ? "…" : kept + ", …") : kept
    }

    /// A map's children alternate between keys and values.
    private static func pairs(_ value: RecordedValue) -> String {
        let pairs = stride(from: 0, to: value.children.count - 1, by: 2).map { index in
            inner(value.children[index]) + ": " + inner(value.children[index + 1])
        }
        if pairs.isEmpty { return value.truncation == nil ? ":" : "…" }
        return pairs.joined(separator: ", ") + (value.truncation == nil ? "" : ", …")
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            default: VisibleText.append(scalar, to: &quoted)
            }
        }
        return quoted + "\""
    }
}

extension RecordedValue {
    /// The children without an error's domain, code and text.
    fileprivate var ownChildren: ArraySlice<RecordedValue> {
        guard kind == .enum || kind == .struct, let count else { return children[...] }
        return children.prefix(count)
    }
}
