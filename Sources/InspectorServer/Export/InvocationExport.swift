// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// Writes invocations of a recorder, or of a recording that is replayed, in one of the formats for files.
public struct InvocationExport: Sendable {
    /// Invocations after which the reading begins anew, behind the last one, so that nothing that is evicted meanwhile is
    /// kept in memory.
    private static let stretch = 16_384
    private static let chunkBytes = 64 << 10

    private let recorder: Recorder
    private let format: ExportFormat
    private let filter: InvocationFilter

    /// - Parameter filter: Only invocations that pass. Default all.
    public init(_ recorder: Recorder, as format: ExportFormat, matching filter: InvocationFilter = .everything) {
        self.recorder = recorder
        self.format = format
        self.filter = filter
    }

    /// Writes what is stored at this moment, in the order in which the calls started.
    ///
    /// - Parameters:
    ///   - progress: Gets the number of invocations written so far and the number of the last one, from time to time.
    ///   - write: Gets the bytes in chunks; what it throws ends the export.
    /// - Returns: Invocations written.
    /// - Throws: What `write` throws; `HistoryFailure` when not all could be read.
    @discardableResult
    public func write(
        progress: (_ written: Int, _ seq: UInt64) -> Void = { _, _ in },
        to write: ([UInt8]) throws -> Void
    ) throws -> Int {
        let failure = recorder.historyFailure
        let page = recorder.invocations(InvocationQuery())
        var encoder = format.encoder(context(of: page))
        var written = 0
        var chunk = encoder.begin()
        var query = InvocationQuery(filter)
        query.order = .ascending
        // What is stored later is not part of it, so that it ends.
        query.before = (page.newest ?? 0) + 1
        var isAtEnd = false
        while !isAtEnd {
            var cursor = recorder.cursor(query)
            var count = 0
            while count < Self.stretch, !cursor.isAtEnd {
                for item in cursor.next() {
                    chunk += encoder.encode(item)
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
        // What was under way when a recording was broken off is part of it.
        for call in recorder.isReplay ? recorder.running.filter(filter.matches) : [] {
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
