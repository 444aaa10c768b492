// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A member of a type or protocol, parsed from the runtime's demangled text.
///
/// `parser(_: FoundationXML.XMLParser, foundComment: Swift.String) -> ()`, `title.getter : Swift.String`,
/// `subscript.getter : (Swift.Int) -> Swift.Int`.
struct MemberText {
    /// As in `RequirementName`.
    let name: String
    /// Whether the member returns nothing: a void method or a setter.
    let isVoid: Bool

    init?(_ text: Substring) {
        let base = text.prefix { !"(<. ".contains($0) }
        guard !base.isEmpty else { return nil }
        var rest = text[base.endIndex...]
        if rest.first == "." {
            let accessor = rest.dropFirst().prefix { $0.isLetter }
            guard accessor == "getter" || accessor == "setter" else { return nil }
            let isSetter = accessor == "setter"
            rest = rest[accessor.endIndex...].drop { " :".contains($0) }
            var labels = ""
            if base == "subscript" {
                guard let found = Self.labels(Self.withoutGenerics(rest)) else { return nil }
                labels = found.text
            }
            name = base + labels + (isSetter ? ".set" : ".get")
            isVoid = isSetter
            return
        }
        guard let found = Self.labels(Self.withoutGenerics(rest)) else { return nil }
        name = base + found.text
        isVoid = found.rest.hasSuffix("-> ()")
    }

    private static func withoutGenerics(_ text: Substring) -> Substring {
        guard text.first == "<" else { return text }
        var depth = 0
        var previous: Character = " "
        for index in text.indices {
            if text[index] == "<" { depth += 1 }
            if text[index] == ">", previous != "-" { depth -= 1 }
            previous = text[index]
            if depth == 0 { return text[text.index(after: index)...] }
        }
        return text
    }

    /// The labels of a parenthesised parameter list, and the text after it.
    private static func labels(_ text: Substring) -> (text: String, rest: Substring)? {
        guard text.first == "(" else { return nil }
        var depth = 0
        var labels = "("
        var start: Substring.Index?
        var previous: Character = " "
        for index in text.indices {
            let character = text[index]
            defer { previous = character }
            switch character {
            case "(", "[", "<":
                depth += 1
                if depth == 1 { start = text.index(after: index) }
            case ")", "]": depth -= 1
            case ">" where previous != "-": depth -= 1
            default: break
            }
            let isEnd = depth == 0
            guard isEnd || (depth == 1 && character == ","), let begin = start else { continue }
            let parameter = text[begin..<index].drop { $0 == " " }
            if !parameter.isEmpty { labels += label(of: parameter) + ":" }
            start = text.index(after: index)
            if isEnd { return (labels + ")", text[text.index(after: index)...]) }
        }
        return nil
    }

    private static func label(of parameter: Substring) -> Substring {
        let word = parameter.prefix { $0.isLetter || $0.isNumber || "_`".contains($0) }
        let isLabel = !word.isEmpty && parameter[word.endIndex...].hasPrefix(": ")
        return isLabel ? word : "_"
    }
}
