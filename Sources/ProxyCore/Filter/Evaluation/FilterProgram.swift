// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A filter in the form that runs through stored records: a block at a time, each test in a loop of its own over the
/// records that are still in question.
///
/// Nothing is decoded. What depends on the call site, the proxy or the thread alone is found out once for each.
/// Not thread safe: made for one scan.
final class FilterProgram {
    private indirect enum Node {
        case constant(Bool)
        case test(RecordTest)
        case not(Node)
        case all([Node])
        case any([Node])

        var cost: Int {
            switch self {
            case .constant: 0
            case .test(let test): test.cost
            case .not(let inner): inner.cost
            case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.cost + 1 }
            }
        }
    }

    private let root: Node
    private let progress: ProgramProgress

    init(_ filter: InvocationFilter, decoder: InvocationDecoder) {
        let compiler = FilterCompiler(decoder: decoder, madeAtNanoseconds: filter.madeAtNanoseconds)
        root = Self.node(filter.expression, compiler)
        progress = compiler.progress
    }

    /// Whether a regular expression ran out of steps on some record, so that its term counted as false there.
    var isPartial: Bool { progress.isPartial }

    private static func node(_ expression: FilterExpression, _ compiler: FilterCompiler) -> Node {
        switch expression {
        case .everything: .constant(true)
        case .term(let term): node(compiler.tests(for: term))
        case .not(let inner): .not(node(inner, compiler))
        case .all(let parts): .all(parts.map { node($0, compiler) }.sorted { $0.cost < $1.cost })
        case .any(let parts): .any(parts.map { node($0, compiler) }.sorted { $0.cost < $1.cost })
        }
    }

    private static func node(_ tests: [RecordTest]) -> Node {
        switch tests.count {
        case 0: .constant(false)
        case 1: .test(tests[0])
        default: .any(tests.map { .test($0) })
        }
    }

    /// The records that pass.
    ///
    /// - Parameter count: Records at `records`; at most `RecordMask.capacity`.
    func matches(_ records: UnsafePointer<StoredRecord>, count: Int) -> RecordMask {
        evaluate(root, RecordMask(first: count), records)
    }

    private func evaluate(_ node: Node, _ mask: RecordMask, _ records: UnsafePointer<StoredRecord>) -> RecordMask {
        switch node {
        case .constant(let isTrue): return isTrue ? mask : .none
        case .test(let test): return test.filter(mask, records)
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
