// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer

/// What is said of an inspection when it begins.
struct InspectionSummary {
    private let entries: [Interposer.Entry]
    private let selection: Interposer.Selection

    init(_ entries: [Interposer.Entry], of selection: Interposer.Selection) {
        self.entries = entries
        self.selection = selection
    }

    /// One line.
    var text: String {
        guard !entries.isEmpty else {
            return "No type of the program conforms to a protocol that matches \(names)."
        }
        let recorded = entries.filter { $0.refusal == nil }
        let protocols = Set(recorded.map(\.protocolName)), types = Set(recorded.map(\.typeName))
        let text = "Recording \(recorded.count) requirements of \(protocols.count) protocols in \(types.count) types"
        return "\(text)\(limitations).\(refusals)"
    }

    private var names: String { selection.protocols.joined(separator: ", ") }

    /// How many requirements are recorded without values.
    private var limitations: String {
        let limited = entries.compactMap { $0.refusal == nil ? $0.limitation : nil }
        return limited.isEmpty ? "" : ", \(limited.count) of them with name and timing only (\(Self.counts(limited)))"
    }

    /// How many requirements are not recorded.
    private var refusals: String {
        let refused = entries.compactMap(\.refusal)
        return refused.isEmpty ? "" : " \(refused.count) cannot be recorded (\(Self.counts(refused)))."
    }

    /// The most frequent reasons.
    private static func counts(_ reasons: [String]) -> String {
        let counts = Dictionary(grouping: reasons) { $0 }.mapValues(\.count)
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let told = sorted.prefix(3).map { "\($0.value): \($0.key)" } + (sorted.count > 3 ? ["…"] : [])
        return told.joined(separator: "; ")
    }
}
