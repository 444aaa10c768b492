// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore

/// What is said of an inspection when it begins.
struct InspectionSummary {
    private let extent: Interposer.Extent
    /// Empty if there are too many to look at while the program waits.
    private let entries: [Interposer.Entry]
    private let selection: Interposer.Selection
    /// The selected proxies, if there is nothing else.
    private let proxies: [String]

    init(_ interposer: Interposer) {
        extent = interposer.extent
        entries = extent.entryCount <= Self.entryLimit ? interposer.entries : []
        selection = interposer.selection
        proxies = extent.entryCount == 0 ? interposer.proxies : []
    }

    private static let entryLimit = 1000

    /// One line.
    var text: String {
        guard extent.entryCount > 0 else {
            let searched = "a protocol\(Self.matching(selection.protocols))\(ofModules)\(exceptions)"
            guard proxies.isEmpty else { return onlyProxies(searched) }
            return "No type of the program\(Self.matching(selection.types)) conforms to \(searched)."
        }
        let recorded = entries.isEmpty ? extent.recordedCount : entries.count { $0.refusal == nil }
        let places = "\(Plural.text(extent.protocolCount, "protocol")) in \(Plural.text(extent.typeCount, "type"))"
        let details = entries.isEmpty ? " The Protocols tab tells which of them without values." : ""
        // Each type has a witness for each requirement.
        let witnesses = "\(recorded) witness\(recorded == 1 ? "" : "es")"
        return "Recording \(witnesses) of \(places)\(limitations).\(refusals)\(details)"
    }

    /// - Parameter searched: The protocols that are selected.
    private func onlyProxies(_ searched: String) -> String {
        let names = proxies.prefix(3).joined(separator: ", ") + (proxies.count > 3 ? ", …" : "")
        return proxies.count == 1
            ? "Only the proxy \(names) conforms to \(searched). A proxy records its calls itself."
            : "Only the proxies \(names) conform to \(searched). Proxies record their calls themselves."
    }

    private static func matching(_ patterns: [String]) -> String {
        patterns.isEmpty ? "" : " that matches \(patterns.joined(separator: ", "))"
    }

    private var ofModules: String {
        selection.modules.isEmpty ? "" : " of a module\(Self.matching(selection.modules))"
    }

    private var exceptions: String {
        selection.excluded.isEmpty ? "" : ", other than \(selection.excluded.joined(separator: ", "))"
    }

    /// How many witnesses are recorded without values.
    private var limitations: String {
        let limited = entries.compactMap { $0.refusal == nil ? $0.limitation : nil }
        return limited.isEmpty ? "" : ", \(limited.count) of them with name and timing only (\(Self.counts(limited)))"
    }

    /// How many witnesses are not recorded.
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
