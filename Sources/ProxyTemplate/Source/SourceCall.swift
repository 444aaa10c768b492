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
