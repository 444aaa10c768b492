// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What became of the closure arguments of one call.
struct StoredCompletions: Sendable {
    /// Start of the call, by the drain's clock.
    let startTicks: UInt64
    /// Start of the call, in nanoseconds since the recorder was created.
    let start: UInt64
    /// By the drain's clock too.
    var closures: [ClosureRecord]

    /// Memory used, in bytes, more or less.
    var bytes: Int { closures.reduce(64) { $0 + $1.bytes } }

    /// The state of all closures together.
    var state: Invocation.Completion.State? {
        Invocation.Completion.State(of: closures.lazy.map { $0.completion(since: (startTicks, start), nil).state })
    }

    /// The completions of a record.
    func completions(_ clock: TickClock, _ typeNames: TypeNameCache) -> [Invocation.Completion] {
        closures.map { $0.completion(since: (startTicks, start), (clock, typeNames)) }
    }
}

extension ClosureRecord {
    /// - Parameter decoding: Decodes times and values; nil leaves the calls out.
    fileprivate func completion(
        since start: (ticks: UInt64, offset: UInt64),
        _ decoding: (clock: TickClock, typeNames: TypeNameCache)?
    ) -> Invocation.Completion {
        Invocation.Completion(
            argument: argument,
            count: count,
            calls: decoding.map { decoding in calls.map { $0.decoded(since: start, decoding.clock, decoding.typeNames) }
            }
                ?? [],
            releasedAfterNanoseconds: count > 0
                ? nil
                : releasedTicks.map {
                    decoding?.clock.duration(from: start.ticks, at: start.offset, to: $0) ?? 0
                }
        )
    }
}

extension ClosureRecord.Call {
    fileprivate func decoded(
        since start: (ticks: UInt64, offset: UInt64),
        _ clock: TickClock,
        _ typeNames: TypeNameCache
    ) -> Invocation.Completion.Call {
        let arguments = values.withUnsafeBytes { bytes in
            var reader = ValueReader(bytes, typeNames: typeNames)
            return types.map { reader.value(staticTypeName: typeNames[$0]) }
        }
        return Invocation.Completion.Call(
            afterNanoseconds: clock.duration(from: start.ticks, at: start.offset, to: ticks),
            thread: thread,
            arguments: arguments
        )
    }
}

/// What became of closure arguments, by the number of their call.
///
/// Two levels, so that a change while a reader holds a copy copies a small part only.
struct CompletionTable: Sendable {
    /// Number of low bits of a call number that vary within one part.
    private static let partBits: UInt64 = 8

    private var parts: [UInt64: [UInt64: StoredCompletions]] = [:]
    /// Memory used, in bytes, more or less.
    private(set) var bytes = 0

    var isEmpty: Bool { parts.isEmpty }

    /// The numbers of all calls that pass, in no particular order.
    func numbers(where isWanted: (StoredCompletions) -> Bool = { _ in true }) -> [UInt64] {
        parts.values.flatMap { part in part.filter { isWanted($0.value) }.map(\.key) }
    }

    subscript(seq: UInt64) -> StoredCompletions? {
        get { parts[seq >> Self.partBits]?[seq] }
        set {
            let part = seq >> Self.partBits
            let old = parts[part, default: [:]].updateValue(newValue, at: seq)
            bytes += (newValue?.bytes ?? 0) - (old?.bytes ?? 0)
            if newValue == nil, parts[part]?.isEmpty == true { parts[part] = nil }
        }
    }
}

extension Dictionary {
    /// Sets or, for nil, removes a value; returns the one it replaces.
    fileprivate mutating func updateValue(_ value: Value?, at key: Key) -> Value? {
        if let value { return updateValue(value, forKey: key) }
        return removeValue(forKey: key)
    }
}

/// The calls whose completions changed, in the order of the changes, for those who keep copies of records.
struct CompletionLog {
    /// Maximum number of changes. Who is further behind looks at all completions.
    private static let limit = 1 << 16

    private var calls: [UInt64] = []
    /// Number of the last change, from 1.
    private(set) var last: UInt64 = 0

    mutating func append(_ seq: UInt64) {
        if calls.count >= Self.limit { calls.removeFirst(Self.limit / 2) }
        calls.append(seq)
        last += 1
    }

    /// The calls that changed after the change with a number; nil if some are forgotten.
    func calls(after number: UInt64) -> Set<UInt64>? {
        let wanted = last - min(number, last)
        return wanted > UInt64(calls.count) ? nil : Set(calls.suffix(Int(wanted)))
    }
}
