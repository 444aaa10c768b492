// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// A type alias.
struct ScannedAlias {
    var name: String
    /// Whether it stands for a function type.
    var isFunction: Bool

    /// Reads the declaration at the start of tokens; nil if it is none.
    init?(_ tokens: ArraySlice<Token>) {
        let behind = tokens.dropFirst()
        guard tokens.first?.text == "typealias", let name = behind.first, name.kind == .word,
            let sign = behind.topLevelIndex(where: { $0.text == "=" })
        else { return nil }
        self.name = name.text
        let value = tokens[(sign + 1)...]
        // The type goes on in the next line only before or after an arrow.
        var previous = "="
        var end = value.startIndex
        while end < value.endIndex {
            let token = value[end]
            let isNew = token.startsLine && previous != "=" && previous != "->" && token.text != "->"
            if isNew || [";", "}"].contains(token.text) { break }
            previous = token.text
            end = ["(", "[", "<"].contains(token.text) ? value[end...].endOfGroup : end + 1
        }
        isFunction = TypeText(value[..<end].plainText).isFunction
    }
}
