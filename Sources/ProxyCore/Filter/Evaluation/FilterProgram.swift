// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A filter compiled for stored records. It evaluates a block of records at a time; each test runs in its own loop over
/// the records that are still undecided.
///
/// Nothing is decoded. Facts that depend only on the call site, the proxy or the thread are computed once for each. Not
/// thread safe; create one for each scan.
final class FilterProgram {
    private let root: FilterLogic<RecordTest>
    private let progress: ProgramProgress
    /// Most records of a block. A scan reads the clock once for each, so that tests which may take milliseconds for a
    /// record get small blocks.
    let blockLimit: Int

    private static let dearBlockLimit = 16

    init(_ filter: InvocationFilter, decoder: InvocationDecoder) {
        let facts = RecordFacts(decoder)
        root = filter.meaning.replacing(facts.tests).cheapestFirst
        progress = facts.progress
        blockLimit = root.mayTakeLong ? Self.dearBlockLimit : RecordMask.capacity
    }

    /// Whether a regular expression exceeded its step limit on some record; its term then counted as false.
    var isPartial: Bool { progress.isPartial }

    /// The records that pass.
    ///
    /// - Parameter count: Number of records at `records`; at most `RecordMask.capacity`.
    func matches(_ records: UnsafePointer<StoredRecord>, count: Int) -> RecordMask {
        evaluate(root, RecordMask(first: count), records)
    }

    private func evaluate(
        _ logic: FilterLogic<RecordTest>,
        _ mask: RecordMask,
        _ records: UnsafePointer<StoredRecord>
    ) -> RecordMask {
        switch logic {
        case .constant(let isTrue): return isTrue ? mask : .none
        case .ask(let test): return test.filter(mask, records)
        case .not(let inner): return mask.subtracting(evaluate(inner, mask, records))
        case .all(let parts):
            var left = mask
            for part in parts where !left.isEmpty { left = evaluate(part, left, records) }
            return left
        case .any(let parts):
            var found = RecordMask.none
            for part in parts { found = found.union(evaluate(part, mask.subtracting(found), records)) }
            return found
        }
    }
}

extension FilterLogic where Question == RecordTest {
    private var cost: Int {
        switch self {
        case .constant: 0
        case .ask(let test): test.cost.rawValue
        case .not(let inner): inner.cost
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.cost + 1 }
        }
    }

    /// Whether a test may take milliseconds for a record.
    fileprivate var mayTakeLong: Bool {
        switch self {
        case .constant: false
        case .ask(let test): test.cost.rawValue >= RecordTest.Cost.longTexts.rawValue
        case .not(let inner): inner.mayTakeLong
        case .all(let parts), .any(let parts): parts.contains(where: \.mayTakeLong)
        }
    }

    fileprivate var cheapestFirst: Self {
        switch self {
        case .constant, .ask: self
        case .not(let inner): .not(inner.cheapestFirst)
        case .all(let parts): .all(parts.map(\.cheapestFirst).sorted { $0.cost < $1.cost })
        case .any(let parts): .any(parts.map(\.cheapestFirst).sorted { $0.cost < $1.cost })
        }
    }
}
