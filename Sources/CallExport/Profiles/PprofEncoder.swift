// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Gzip
internal import ProxyCore

/// A profile for pprof: stacks with the number of calls and their self time, in a gzip file.
///
/// A selector is a function and a location; its protocol is the function's file, because pprof can group by files.
/// Addresses and mappings are not given: none of them would tell the reader about a requirement.
///
/// - SeeAlso: https://github.com/google/pprof/blob/main/proto/profile.proto
struct PprofEncoder: ExportEncoder {
    /// Field numbers of `Profile`.
    private enum Field {
        static let sampleType = 1
        static let sample = 2
        static let location = 4
        static let function = 5
        static let stringTable = 6
        static let timeNanos = 9
        static let durationNanos = 10
        static let periodType = 11
        static let period = 12
        static let comment = 13
        static let defaultSampleType = 14
    }

    private let context: ExportContext
    private var builder = CallTreeBuilder()
    private var firstStart: UInt64?
    private var lastEnd: UInt64 = 0

    init(_ context: ExportContext) { self.context = context }

    func begin() -> [UInt8] { [] }

    mutating func encode(_ invocation: Invocation) -> [UInt8] {
        let start = invocation.startOffsetNanoseconds
        firstStart = min(firstStart ?? .max, start)
        lastEnd = max(lastEnd, start.saturatingAdding(invocation.durationNanoseconds ?? 0))
        builder.add(invocation)
        return []
    }

    mutating func skip(_ invocation: Invocation) { builder.skip(invocation) }

    func encode(_ event: ProxyEvent) -> [UInt8] { [] }

    func end() -> [UInt8] { GzipWriter.file(of: profile) }

    /// The profile before its compression.
    var profile: [UInt8] {
        let tree = builder.tree
        var strings = ProfileStrings()
        var writer = ProtobufWriter(capacity: tree.nodes.count * 32 + 4_096)
        let time = strings.number(of: "time")
        let nanoseconds = strings.number(of: "nanoseconds")
        let types = [(strings.number(of: "calls"), strings.number(of: "count")), (time, nanoseconds)]
        for type in types { writer.message(Field.sampleType) { Self.write(type, to: &$0) } }
        for place in tree.nodes.indices where tree.nodes[place].calls > 0 { Self.write(place, of: tree, to: &writer) }
        for (index, selector) in tree.selectors.enumerated() {
            Self.write(selector, id: UInt64(index + 1), &strings, to: &writer)
        }
        writer.integer(Field.timeNanos, context.startedAtNanoseconds)
        writer.integer(Field.durationNanos, Int64(clamping: lastEnd.saturatingSubtracting(firstStart ?? lastEnd)))
        writer.message(Field.periodType) { Self.write((time, nanoseconds), to: &$0) }
        // Nothing was sampled: each nanosecond counts.
        writer.integer(Field.period, 1)
        let comments = comments(on: tree).map { strings.number(of: $0) }
        writer.packed(Field.comment, comments.map { UInt64($0) })
        writer.integer(Field.defaultSampleType, Int64(time))
        for text in strings.table { writer.string(Field.stringTable, text) }
        return writer.bytes
    }

    private static let cutComment =
        "Some stacks were too deep or too many: their calls and time are those of their callers."

    private func comments(on tree: CallTree) -> [String] {
        var comments = ["Delegate Inspector, run \(context.epoch)"]
        if !context.filter.isEmpty { comments.append("Filter: \(context.filter)") }
        if tree.isCut { comments.append(Self.cutComment) }
        return comments
    }

    /// `ValueType`
    private static func write(_ type: (name: Int, unit: Int), to writer: inout ProtobufWriter) {
        writer.integer(1, Int64(type.name))
        writer.integer(2, Int64(type.unit))
    }

    /// `Sample`: the stack, innermost call first, and the values in the order of the sample types.
    private static func write(_ place: Int, of tree: CallTree, to writer: inout ProtobufWriter) {
        let node = tree.nodes[place]
        writer.message(Field.sample) { writer in
            writer.packed(1, tree.stack(of: place).map { UInt64($0 + 1) })
            // The values are signed.
            writer.packed(2, [node.calls, node.selfNanoseconds].map { min($0, UInt64(Int64.max)) })
        }
    }

    /// `Location` and `Function` of the same number.
    private static func write(
        _ selector: Selector,
        id: UInt64,
        _ strings: inout ProfileStrings,
        to writer: inout ProtobufWriter
    ) {
        let name = Int64(strings.number(of: selector.frameName))
        let file = Int64(strings.number(of: selector.protocolName))
        writer.message(Field.location) { writer in
            writer.unsigned(1, id)
            writer.message(4) { $0.unsigned(1, id) }
        }
        writer.message(Field.function) { writer in
            writer.unsigned(1, id)
            writer.integer(2, name)
            writer.integer(3, name)
            writer.integer(4, file)
        }
    }
}

/// The string table of a profile, whose first string is empty.
private struct ProfileStrings {
    private(set) var table = [""]
    private var numbers = ["": 0]

    mutating func number(of text: String) -> Int {
        if let number = numbers[text] { return number }
        numbers[text] = table.count
        table.append(text)
        return table.count - 1
    }
}
