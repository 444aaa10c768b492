// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// An invocation as it comes over the wire: what a line of it needs.
struct TailedCall: Decodable {
    struct Thread: Decodable {
        let name: String
        let id: UInt64
        let isMain: Bool
    }

    let depth: Int
    let `protocol`: String
    let selector: String
    let arguments: [TailedValue]
    let thread: Thread
    let startedAt: String
    let durationNanoseconds: UInt64?
    let state: String
    let returnPath: String
    let result: TailedValue?
    let error: TailedValue?
    let marked: Bool?
    let comment: String?

    /// `parser(_: XMLParser@1f, foundCharacters: "text")`
    var call: String {
        let arguments = arguments.map { "\($0.label ?? "_"): \($0.text)" }
        return Selector(protocolName: `protocol`, name: selector).call(with: arguments)
    }

    var outcome: String {
        if let error { return "threw \(error.text)" }
        return result.map(\.text) ?? ""
    }
}

/// A recorded value as it comes over the wire.
struct TailedValue: Decodable {
    private enum Content: Decodable {
        case text(String)
        case truth(Bool)
        case number(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let truth = try? container.decode(Bool.self) {
                self = .truth(truth)
            } else if let whole = try? container.decode(Int64.self) {
                self = .number("\(whole)")
            } else if let real = try? container.decode(Double.self) {
                self = .number("\(real)")
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case label, type, kind, id, value, count, children, truncated
        case bytesText = "text"
    }

    let label: String?
    private let type: String
    private let kind: String
    private let id: String?
    private let value: Content?
    /// Of bytes that are text.
    private let bytesText: String?
    private let count: Int?
    private let children: [TailedValue]?
    private let truncated: String?

    /// The value on one line, as a person would write it.
    var text: String {
        switch kind {
        case "nil": "nil"
        case "string": "\"\(scalar)\"" + (truncated == nil ? "" : "…")
        case "scalar": scalar
        case "bytes": bytes
        case "object": value == nil ? id ?? type : scalar
        case "function": "(\(type))"
        case "redacted": "‹redacted›"
        case "list": "[\(list { $0.text })]"
        case "map": "[\(pairs)]"
        case "enum": enumeration
        default: (value == nil ? (kind == "tuple" ? "" : type) + "(\(list(Self.labelled)))" : scalar)
        }
    }

    private var scalar: String {
        switch value {
        case .text(let text): text
        case .number(let number): number
        case .truth(let truth): "\(truth)"
        case nil: "?"
        }
    }

    /// The size, and what was kept of a text or, in hexadecimal, of anything else.
    private var bytes: String {
        let size = "\(count ?? 0) bytes"
        if let bytesText { return "\(size) \"\(bytesText)\"" + (truncated == nil ? "" : "…") }
        guard case .text(let digits) = value, !digits.isEmpty else { return size }
        return "\(size) \(digits.prefix(32))" + (digits.utf8.count > 32 || truncated != nil ? "…" : "")
    }

    /// The children without the domain, the code and the text of an error.
    private var ownChildren: ArraySlice<TailedValue> {
        let all = children ?? []
        return kind == "enum" || kind == "struct" ? all.prefix(count ?? all.count) : all[...]
    }

    private var enumeration: String {
        if ownChildren.isEmpty { return ".\(scalar)" }
        // Several payloads, and one with a label, are a tuple.
        if ownChildren.count == 1, let tuple = ownChildren.first, tuple.kind == "tuple" {
            return ".\(scalar)\(tuple.text)"
        }
        return ".\(scalar)(\(list(Self.labelled)))"
    }

    private func list(_ text: (TailedValue) -> String) -> String {
        let kept = ownChildren.map(text)
        let isCut = truncated != nil || kept.count < count ?? 0
        return (isCut ? kept + ["…"] : kept).joined(separator: ", ")
    }

    private static func labelled(_ child: TailedValue) -> String {
        (child.label.map { "\($0): " } ?? "") + child.text
    }

    /// Keys and values alternate among the children of a map.
    private var pairs: String {
        let parts = (children ?? []).map(\.text)
        let pairs = stride(from: 0, to: parts.count - 1, by: 2).map { "\(parts[$0]): \(parts[$0 + 1])" }
        return pairs.isEmpty ? ":" : pairs.joined(separator: ", ")
    }
}
