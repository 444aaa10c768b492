// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What became of the closure arguments of one call.
struct StoredCompletions: Sendable {
    /// Start of the call, by the drain's clock.
    let startTicks: UInt64
    /// Start of the call, in nanoseconds since the recorder was created.
    let start: UInt64
    private var closures: [Closure]

    /// A closure, with times in nanoseconds since the start of the call. They are computed once, because the clock's
    /// rate and the difference to the counter change.
    private struct Closure: Sendable {
        var record: ClosureRecord
        var callTimes: [UInt64]
        var releaseTime: UInt64?

        var state: Invocation.Completion.State { completion(nil).state }

        /// - Parameter typeNames: Nil leaves the calls out.
        func completion(_ typeNames: TypeNameCache?) -> Invocation.Completion {
            let calls = typeNames.map { names in
                zip(record.calls, callTimes).map { $0.decoded(after: $1, names) }
            }
            return Invocation.Completion(
                argument: record.argument,
                count: record.count,
                calls: calls ?? [],
                releasedAfterNanoseconds: record.count > 0 ? nil : releaseTime
            )
        }
    }

    /// - Parameter start: Start of the call, by the drain's clock, and in nanoseconds since the recorder was created.
    init(since start: (ticks: UInt64, offset: UInt64), _ records: [ClosureRecord], _ clock: TickClock) {
        startTicks = start.ticks
        self.start = start.offset
        closures = records.map { Closure(record: $0, callTimes: [], releaseTime: nil) }
        update(records, clock)
    }

    /// Takes over what became of the closures since.
    mutating func update(_ records: [ClosureRecord], _ clock: TickClock) {
        for (place, record) in records.enumerated() where place < closures.count {
            closures[place].record = record
            for call in record.calls.dropFirst(closures[place].callTimes.count) {
                closures[place].callTimes.append(time(of: call.ticks, clock))
            }
            if closures[place].releaseTime == nil {
                closures[place].releaseTime = record.releasedTicks.map { time(of: $0, clock) }
            }
        }
    }

    private func time(of ticks: UInt64, _ clock: TickClock) -> UInt64 {
        clock.duration(from: startTicks, at: start, to: ticks &+ clock.shift)
    }

    /// Memory used, in bytes, more or less.
    var bytes: Int { closures.reduce(64) { $0 + $1.record.bytes + $1.callTimes.count * 8 + 64 } }

    /// The state of all closures together.
    var state: Invocation.Completion.State? { Invocation.Completion.State(of: closures.lazy.map(\.state)) }

    /// The completions of a record.
    func completions(_ typeNames: TypeNameCache) -> [Invocation.Completion] {
        closures.map { $0.completion(typeNames) }
    }
}

extension ClosureRecord.Call {
    fileprivate func decoded(after nanoseconds: UInt64, _ typeNames: TypeNameCache) -> Invocation.Completion.Call {
        let arguments = values.withUnsafeBytes { bytes in
            var reader = ValueReader(bytes, typeNames: typeNames)
            return types.map { reader.value(staticTypeName: typeNames[$0]) }
        }
        return Invocation.Completion.Call(afterNanoseconds: nanoseconds, thread: thread, arguments: arguments)
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
