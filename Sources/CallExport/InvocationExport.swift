// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// Exports the invocations and events of proxies of a recorder or a replayed recording to one of the file formats.
public struct InvocationExport: Sendable {
    /// Number of invocations per cursor. A new cursor then continues after the last one, so that evicted invocations do
    /// not stay in memory.
    private static let stretch = 16_384
    private static let chunkBytes = 64 << 10

    private let recorder: Recorder
    private let format: ExportFormat
    private let filter: InvocationFilter
    private let selection: ProxyEventSelection
    private let hasRunning: Bool

    /// - Parameters:
    ///   - filter: Only matching invocations are exported. Default: all.
    ///   - selection: Which events of proxies are exported. Default: those that match the filter too.
    ///   - hasRunning: Whether calls that have not returned are exported, at the end. Default: false; a trace has them,
    ///     and the export of a recording those that were still running when it was cut off.
    public init(
        _ recorder: Recorder,
        as format: ExportFormat,
        matching filter: InvocationFilter = .everything,
        proxyEvents selection: ProxyEventSelection = .matching,
        running hasRunning: Bool = false
    ) {
        self.recorder = recorder
        self.format = format
        self.filter = filter
        self.selection = selection
        self.hasRunning = hasRunning || format == .trace || recorder.isReplay
    }

    /// Writes the invocations stored at this moment, in the order of their starts, and the events of proxies between
    /// them.
    ///
    /// - Parameters:
    ///   - progress: Called regularly with the number of invocations written and the number of the last one.
    ///   - write: Called with chunks of bytes; an error that it throws ends the export.
    /// - Returns: The number of invocations written.
    /// - Throws: Errors of `write`; `HistoryFailure` if part of the recording cannot be read.
    @discardableResult
    public func write(
        progress: (_ written: Int, _ seq: UInt64) -> Void = { _, _ in },
        to write: ([UInt8]) throws -> Void
    ) throws -> Int {
        let failure = recorder.historyFailure
        let page = recorder.invocations(InvocationQuery())
        var encoder = format.encoder(context(of: page))
        var events = ExportedEvents(recorder, selection, filter)
        var running: [UInt64: Invocation] = [:]
        if hasRunning {
            for call in recorder.running where filter.matches(call) { running[call.seq] = call }
        }
        var written = 0
        var chunk = encoder.begin()
        var query = InvocationQuery(filter)
        query.order = .ascending
        // Exclude calls stored from now on, so that the export ends.
        query.before = (page.newest ?? 0) + 1
        var isAtEnd = false
        while !isAtEnd {
            var cursor = recorder.cursor(query)
            var count = 0
            while count < Self.stretch, !cursor.isAtEnd {
                for item in cursor.next() {
                    while let event = events.next(before: item) { chunk += encoder.encode(event) }
                    chunk += encoder.encode(item.backtrace.isEmpty ? item : recorder.symbolicated(item))
                    running[item.seq] = nil
                    count += 1
                    query.after = item.seq
                    guard chunk.count >= Self.chunkBytes else { continue }
                    try write(chunk)
                    chunk.removeAll(keepingCapacity: true)
                }
            }
            isAtEnd = cursor.isAtEnd
            written += count
            progress(written, query.after ?? 0)
        }
        while let event = events.next() { chunk += encoder.encode(event) }
        for call in running.values.sorted(by: { $0.seq < $1.seq }) {
            chunk += encoder.encode(call)
            written += 1
        }
        if recorder.isReplay, let new = recorder.historyFailure, new != failure { throw new }
        try write(chunk + encoder.end())
        return written
    }

    private func context(of page: InvocationPage) -> ExportContext {
        var first = InvocationQuery()
        first.order = .ascending
        first.limit = 1
        let start = recorder.invocations(first).items.first?.startedAtNanoseconds
        return ExportContext(
            epoch: recorder.epoch,
            filter: filter.isEverything ? "" : "\(filter)",
            startedAtNanoseconds: start ?? 0,
            counters: recorder.status
        )
    }
}
