// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// Exports the invocations and events of proxies of a recorder or a replayed recording to one of the file formats.
public struct InvocationExport: Sendable {
    /// Number of invocations per cursor. A new cursor then continues after the last one, so that evicted invocations do
    /// not stay in memory.
    private static let stretch = 16_384
    private static let chunkBytes = 64 << 10

    /// What an export wrote.
    public struct Outcome: Sendable, Hashable {
        /// The number of invocations written, or folded into a profile.
        public let written: Int
        /// Whether a regular expression of the filter exceeded its step limit on some invocation; its term then counted
        /// as not matching.
        public let isPartial: Bool
    }

    private let recorder: Recorder
    private let format: ExportFormat
    private let filter: InvocationFilter
    private let selection: ProxyEventSelection
    private let hasRunning: Bool
    private let stacks: StackOptions
    private let spansHaveValues: Bool

    /// - Parameters:
    ///   - filter: Only matching invocations are exported. Default: all.
    ///   - selection: Which events of proxies are exported. Default: those that match the filter too.
    ///   - hasRunning: Whether calls that have not returned are exported. Default: false; a trace has them, profiles have
    ///     them as callers, and the export of a recording those that were still running when it was cut off.
    ///   - stacks: How the format `folded` folds stacks. Default: by time, from callers to what they called.
    ///   - spansHaveValues: Whether the format `otlp` has arguments and results. Default: false.
    public init(
        _ recorder: Recorder,
        as format: ExportFormat,
        matching filter: InvocationFilter = .everything,
        proxyEvents selection: ProxyEventSelection = .matching,
        running hasRunning: Bool = false,
        stacks: StackOptions = StackOptions(),
        spansHaveValues: Bool = false
    ) {
        self.recorder = recorder
        self.format = format
        self.filter = filter
        self.selection = format.hasProxyEvents ? selection : .none
        self.hasRunning = hasRunning || format == .trace || format.isProfile || recorder.isReplay
        self.stacks = stacks
        self.spansHaveValues = spansHaveValues
    }

    /// Writes the invocations stored at this moment, in the order of their starts, and the events of proxies between
    /// them.
    ///
    /// - Parameters:
    ///   - progress: Called regularly with the number of invocations written and the number of the last one.
    ///   - write: Called with chunks of bytes; an error that it throws ends the export. While nothing matches, it is
    ///     called with empty ones several times a second, so that an export that nobody wants any more can end.
    /// - Throws: Errors of `write`; `HistoryFailure` if part of the recording cannot be read.
    @discardableResult
    public func write(
        progress: (_ written: Int, _ seq: UInt64) -> Void = { _, _ in },
        to write: ([UInt8]) throws -> Void
    ) throws -> Outcome {
        let failures = MetFailures()
        return try failures.during { try export(failures, progress, to: write) }
    }

    private func export(
        _ failures: MetFailures,
        _ progress: (_ written: Int, _ seq: UInt64) -> Void,
        to write: ([UInt8]) throws -> Void
    ) throws -> Outcome {
        let page = recorder.invocations(InvocationQuery())
        var encoder = format.encoder(context(of: page))
        var events = ExportedEvents(recorder, selection, filter)
        var isPartial = false
        var running = RunningCalls(hasRunning ? recorder.running.filter { isRead($0, &isPartial) } : [])
        var written = 0
        var chunk = encoder.begin()
        func flush() throws {
            guard chunk.count >= Self.chunkBytes else { return }
            try write(chunk)
            chunk.removeAll(keepingCapacity: true)
        }
        func add(_ event: ProxyEvent) throws {
            chunk += encoder.encode(event)
            try flush()
        }
        var query = InvocationQuery(readsAll ? .everything : filter)
        query.order = .ascending
        // Exclude calls stored from now on, so that the export ends.
        query.before = (page.newest ?? 0) + 1
        var isAtEnd = false
        while !isAtEnd {
            var cursor = recorder.cursor(query)
            var count = 0
            while count < Self.stretch, !cursor.isAtEnd {
                for item in cursor.next() {
                    // The calls inside of a running one come after it, as they do for one that has returned.
                    while let call = running.next(before: item.key) {
                        while let event = events.next(before: call) { try add(event) }
                        count += append(call, to: &chunk, &encoder, &isPartial)
                    }
                    while let event = events.next(before: item) { try add(event) }
                    running.remove(item.key)
                    count += append(item, to: &chunk, &encoder, &isPartial)
                    query.after = item.key
                    try flush()
                }
                try write(chunk)
                chunk.removeAll(keepingCapacity: true)
            }
            isAtEnd = cursor.isAtEnd
            isPartial = isPartial || cursor.isPartial
            written += count
            progress(written, query.after ?? 0)
        }
        while let call = running.next() {
            while let event = events.next(before: call) { try add(event) }
            written += append(call, to: &chunk, &encoder, &isPartial)
            try flush()
        }
        while let event = events.next() { try add(event) }
        if recorder.isReplay, let failure = failures.last { throw failure }
        try write(chunk + encoder.end())
        return Outcome(written: written, isPartial: isPartial)
    }

    /// Whether calls are read that don't pass the filter, too. A profile needs all of them. Spans need the calls around
    /// them, and other servers would be asked for each of those.
    private var readsAll: Bool { format.isProfile || (format == .otlp && recorder.isRemote) }

    private func isRead(_ call: Invocation, _ isPartial: inout Bool) -> Bool { readsAll || passes(call, &isPartial) }

    private func passes(_ call: Invocation, _ isPartial: inout Bool) -> Bool {
        if filter.isEverything { return true }
        let verdict = filter.verdict(on: call)
        isPartial = isPartial || verdict.isPartial
        return verdict.isMatch
    }

    /// Encodes a call, and returns how many were written: none if it is only read because of others.
    private func append(
        _ call: Invocation,
        to chunk: inout [UInt8],
        _ encoder: inout any ExportEncoder,
        _ isPartial: inout Bool
    ) -> Int {
        if readsAll, !passes(call, &isPartial) {
            encoder.skip(call)
            return 0
        }
        let isLookedUp = call.backtrace.isEmpty || format.isProfile
        chunk += encoder.encode(isLookedUp ? call : recorder.symbolicated(call))
        return 1
    }

    private func context(of page: InvocationPage) -> ExportContext {
        var first = InvocationQuery()
        first.order = .ascending
        first.limit = 1
        let start = recorder.invocations(first).items.first?.startedAtNanoseconds
        var context = ExportContext(
            epoch: recorder.epoch,
            filter: filter.isEverything ? "" : "\(filter)",
            startedAtNanoseconds: start ?? 0,
            counters: recorder.status,
            stacks: stacks,
            program: program,
            spansHaveValues: spansHaveValues
        )
        if format == .otlp {
            context.surroundingCalls = recorder.exportedCalls(passing: filter)
            context.isOwnProcess = !recorder.isReplay
        }
        return context
    }

    /// The name of the program that made the calls.
    private var program: String {
        if recorder.isReplay, let run = recorder.presentRun { return run.program }
        return OwnProcess.name
    }
}
