// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Reads the first records of a list sorted by selector or thread: those of the first name, then those of the next.
///
/// All records of a name are in order of their starts already, so nothing is sorted, and the scan ends with the last
/// record wanted.
struct NameScan {
    private let request: SortedRequest
    private let run: Int64
    private let decoder: RecordDecoder
    private var part = SortedPart()

    init(_ request: SortedRequest, run: Int64, _ decoder: RecordDecoder) {
        self.request = request
        self.run = run
        self.decoder = decoder
    }

    mutating func part(_ db: Database) throws -> SortedPart {
        let deadline = ContinuousClock.now + request.range.time
        for (key, condition) in groups where part.items.count < request.limit {
            guard var range = range(of: key) else { continue }
            range.time = max(deadline - .now, .zero)
            var scan = BlockScan(range, run: run, decoder, narrowing: condition)
            try scan.forEach(db) { invocation in
                part.items.append(invocation)
                return part.items.count < request.limit
            }
            part.isPartial = part.isPartial || scan.answer.isPartial
            guard scan.answer.end != .time else {
                part.isComplete = false
                break
            }
        }
        return part
    }

    private var names: NameTables { decoder.names }

    /// The keys in order, with the conditions for records that have them.
    private var groups: [(key: SortPlace.Key, condition: FilterSQL?)] {
        switch request.sort {
        case .thread: groups(names.threads.mapValues { SortPlace.Key($0) }, "thread", "threads")
        case .selector: groups(names.selectors.mapValues { SortPlace.Key($0.selector) }, "selector", "selectors")
        case .start, .duration: [(SortPlace.Key(duration: 0), nil)]
        }
    }

    private func groups(
        _ keys: [Int64: SortPlace.Key],
        _ column: String,
        _ set: String
    ) -> [(key: SortPlace.Key, condition: FilterSQL?)] {
        let groups = Dictionary(grouping: keys) { $0.value }
        let sorted = groups.sorted { request.range.order.isBefore($0.key, $1.key) }
        return sorted.map { ($0.key, .member(of: $0.value.map(\.key).sorted(), column, set)) }
    }

    /// The range of the calls with a key; nil if the page has none of them.
    private func range(of key: SortPlace.Key) -> HistoryRequest? {
        var range = request.range
        if let after = request.after {
            if key < after.key { return nil }
            if key == after.key { range.after = max(range.after, after.seq) }
        }
        if let before = request.before {
            if before.key < key { return nil }
            if key == before.key { range.before = min(range.before, before.seq) }
        }
        return range
    }
}
