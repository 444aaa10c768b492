// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Reads the records of a snapshot in completion order, oldest or newest first.
struct CompletionOrderReader: RecordSource {
    private let segments: [Segment]
    private let descending: Bool
    private var segment: Int
    /// Records of the current segment already read or skipped.
    private var done = 0

    /// Reads all records, oldest first.
    init(_ snapshot: StoreSnapshot) {
        segments = snapshot.segments
        descending = false
        segment = 0
    }

    /// Reads from `position` on, excluding marked records of evicted segments.
    init(_ snapshot: StoreSnapshot, from position: UInt64) {
        segments = snapshot.runs.filter { $0.endPosition > position }
        descending = false
        segment = 0
        if let first = segments.first, position > first.firstPosition { done = Int(position - first.firstPosition) }
    }

    private init(descending snapshot: StoreSnapshot) {
        segments = snapshot.segments
        descending = true
        segment = segments.count - 1
    }

    /// Reads all records, newest first.
    static func descending(_ snapshot: StoreSnapshot) -> Self { Self(descending: snapshot) }

    mutating func read(into records: UnsafeMutablePointer<StoredRecord>, atMost count: Int) -> Int {
        var read = 0
        while read < count, segments.indices.contains(segment) {
            let view = segments[segment]
            let now = min(count - read, view.count - done)
            for offset in 0..<now {
                let index = descending ? view.count - 1 - done - offset : done + offset
                records[read + offset] = view.record(at: index)
            }
            read += now
            done += now
            if done == view.count {
                segment += descending ? -1 : 1
                done = 0
            }
        }
        return read
    }
}
