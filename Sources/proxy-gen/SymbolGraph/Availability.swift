// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Attributes for availability.
enum Availability {
    static func attributes(_ symbol: SymbolGraph.Symbol) -> [String] {
        (symbol.availability ?? []).compactMap { availability in
            guard availability.domain == nil || availability.domain == "*" || availability.domain == "Swift" else {
                return nil
            }
            let kind: String
            if availability.isUnconditionallyUnavailable == true {
                kind = "unavailable"
            } else if availability.isUnconditionallyDeprecated == true {
                kind = "deprecated"
            } else {
                return nil
            }
            let message = availability.message.map { ", message: \(literal($0))" } ?? ""
            return "@available(*, \(kind)\(message))"
        }
    }

    private static func literal(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped.replacingOccurrences(of: "\n", with: " "))\""
    }
}
