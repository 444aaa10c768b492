// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport

/// The recorder of one test, and its recording.
struct CallLog {
    let recorder = Recorder(.unhurried)

    /// All calls, in the order in which they started.
    var calls: [Invocation] {
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        query.limit = 1_000
        return recorder.invocations(query).items
    }

    /// Each call on one line: selector, arguments as text, and outcome.
    var lines: [String] {
        calls.map { call in
            let arguments = call.arguments.map { "\($0.name)=\(Self.text($0.value))" }
            let end = call.error.map { "throws \(Self.text($0))" } ?? call.result.map { "-> \(Self.text($0))" }
            let path = call.returnPath == .target ? nil : "(\(call.returnPath))"
            return ([call.selector.name] + arguments + [end, path].compactMap(\.self)).joined(separator: " ")
        }
    }

    private static func text(_ value: RecordedValue) -> String {
        switch (value.kind, value.content) {
        case (.nil, _): return "nil"
        case (_, .signed(let number)): return "\(number)"
        case (_, .bool(let bool)): return "\(bool)"
        case (_, .text(let text)): return value.kind == .string ? "'\(text)'" : text
        default:
            if value.children.isEmpty { return value.typeName }
            // An error's fields are followed by its domain and its code.
            let own = value.kind == .struct ? value.children.prefix(value.count ?? .max) : value.children[...]
            return "[\(own.map(text).joined(separator: " "))]"
        }
    }
}
