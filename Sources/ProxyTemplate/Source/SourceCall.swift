// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A call, laid out in one or several lines.
struct SourceCall {
    /// The called function.
    var head: String
    /// The arguments.
    var items: [String] = []
    /// The brackets of the arguments; nil without arguments, as for a property.
    var brackets: (open: String, close: String)?
    /// The text after the arguments.
    var tail = ""

    /// The call in one line.
    var oneLine: String {
        guard let brackets else { return head }
        return head + brackets.open + items.joined(separator: ", ") + brackets.close + tail
    }

    static func + (prefix: String, call: SourceCall) -> SourceCall {
        var call = call
        call.head = prefix + call.head
        return call
    }
}

extension SourceText {
    /// Adds `head(arguments) { body }`, with the line breaks required by the width.
    mutating func call(
        _ head: String,
        _ arguments: [String],
        closure signature: String?,
        body: SourceCall,
        erased: Bool,
        tail: String
    ) {
        let inner = body.oneLine + (erased ? " as Any" : "")
        let opening = signature.map { "{ \($0)" } ?? "{"
        let start = "\(head)(\(arguments.joined(separator: ", "))) \(opening)"
        let short = "\(start) \(inner) }\(tail)"
        if fits(short) { return line(short) }
        if fits(start) {
            line(start)
        } else {
            line("\(head)(")
            indented { text in
                for (index, argument) in arguments.enumerated() {
                    text.line(argument + (index + 1 < arguments.count ? "," : ""))
                }
            }
            line(") \(opening)")
        }
        indented { text in
            if text.fits(inner) || body.items.isEmpty { return text.line(inner) }
            text.line(body.head + body.brackets!.open)
            text.indented { text in
                for (index, item) in body.items.enumerated() {
                    text.line(item + (index + 1 < body.items.count ? "," : ""))
                }
            }
            text.line(body.brackets!.close + body.tail + (erased ? " as Any" : ""))
        }
        line("}\(tail)")
    }
}
