// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A call's arguments and outcome on one line.
package enum CallText {
    /// `parser(_: XMLParser@1f, foundCharacters: "text")`
    ///
    /// - Parameter limit: Maximum characters per value.
    package static func call(_ invocation: Invocation, limit: Int) -> String {
        invocation.selector.call(with: labelled(invocation, limit: limit))
    }

    /// `_: XMLParser@1f, foundCharacters: "text"`
    package static func arguments(_ invocation: Invocation, limit: Int) -> String {
        labelled(invocation, limit: limit).joined(separator: ", ")
    }

    /// The result, or the error prefixed with `threw`; empty if there is neither.
    package static func outcome(_ invocation: Invocation, limit: Int) -> String {
        if let error = invocation.error { return "threw " + ValueText.line(error, limit: limit) }
        return invocation.result.map { ValueText.line($0, limit: limit) } ?? ""
    }

    private static func labelled(_ invocation: Invocation, limit: Int) -> [String] {
        invocation.arguments.map { "\($0.label ?? "_"): \(ValueText.line($0, limit: limit))" }
    }
}
