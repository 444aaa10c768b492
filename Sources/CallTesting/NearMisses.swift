// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallModel
internal import ProxyCore

/// The calls that come nearest to a filter that they don't pass.
struct NearMisses {
    private let filter: InvocationFilter
    private let calls: [Invocation]

    init(_ filter: InvocationFilter, among calls: [Invocation]) {
        self.filter = filter
        self.calls = calls
    }

    /// Text to add to a failure; empty if there is nothing to say.
    var text: String {
        if calls.isEmpty { return "" }
        let misses = misses
        if misses.isEmpty { return "\nRecorded were \(selectors)." }
        let shown = misses.prefix(Self.limit).map { miss in
            "\n  \(CallReport.line(miss.call))\n    fails \(miss.failed.joined(separator: " and "))"
        }
        let more = misses.count > Self.limit ? "\n  … and \(misses.count - Self.limit) more" : ""
        return "\nNearest:\(shown.joined())\(more)"
    }

    private static let limit = 3

    /// The filter's parts, all of which a call has to pass.
    private var parts: [InvocationFilter] {
        guard case .all(let parts) = filter.expression else { return [] }
        return parts.map(InvocationFilter.init)
    }

    /// Calls that pass some parts, those that fail the fewest first.
    private var misses: [(call: Invocation, failed: [String])] {
        let parts = parts
        let tried = calls.compactMap { call -> (call: Invocation, failed: [String])? in
            let failed = parts.compactMap { Self.failure(of: $0, on: call) }
            return failed.isEmpty || failed.count == parts.count ? nil : (call, failed)
        }
        let fewest = tried.map(\.failed.count).min()
        return tried.filter { $0.failed.count == fewest }
    }

    /// The part, unless a call passes it. Only here is one looked at that comes behind another that the call fails.
    private static func failure(of part: InvocationFilter, on call: Invocation) -> String? {
        let decision = part.decision(on: call)
        if decision == true { return nil }
        return decision == nil ? "\(part) (out of steps)" : part.description
    }

    /// `feed(_:didFindTitle:) (2), feedDidEnd(_:)`
    private var selectors: String {
        var counts: [(name: String, count: Int)] = []
        for call in calls {
            let name = call.selector.name
            if let place = counts.firstIndex(where: { $0.name == name }) {
                counts[place].count += 1
            } else {
                counts.append((name, 1))
            }
        }
        let shown = counts.prefix(8).map { $0.count == 1 ? $0.name : "\($0.name) (\($0.count))" }
        return shown.joined(separator: ", ") + (counts.count > 8 ? " and \(counts.count - 8) other methods" : "")
    }
}
