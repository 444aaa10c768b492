// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A search of the stored records for revisions of deallocated proxies, and for threads, that none of them names.
///
/// It proceeds in steps, so that rings do not fill meanwhile. Records stored after its start name no candidate: the
/// proxies are deallocated, and the names of running calls are excluded from the start.
struct NameSweep {
    /// Candidates not found in any record so far.
    private(set) var revisions: Set<UInt32>
    private(set) var threads: Set<UInt16>
    /// Revisions found in records.
    private(set) var named: [UInt32] = []
    private var segments: ArraySlice<Segment>

    init(revisions: [UInt32], threads: Set<UInt16>, underWay: [OpenCall], _ snapshot: StoreSnapshot) {
        self.revisions = Set(revisions)
        self.threads = threads
        segments = snapshot.segments[...]
        for call in underWay { keep(call.header.revision, call.header.thread) }
    }

    var isDone: Bool { segments.isEmpty }

    /// Searches at least one more segment, for a few tenths of a millisecond.
    mutating func go() {
        var looked = 0
        while looked < 8_192, let segment = segments.popFirst() {
            look(through: segment)
            looked += segment.count
        }
    }

    private mutating func look(through segment: Segment) {
        var last: (revision: UInt32, thread: UInt16)?
        for index in 0..<segment.count {
            let header = segment.record(at: index).header
            // Consecutive calls often share a proxy and a thread.
            if let last, last == (header.revision, header.thread) { continue }
            last = (header.revision, header.thread)
            keep(header.revision, header.thread)
        }
    }

    private mutating func keep(_ revision: UInt32, _ thread: UInt16) {
        if revisions.remove(revision) != nil { named.append(revision) }
        threads.remove(thread)
    }

    /// Excludes a thread that makes calls under this number.
    mutating func keepThread(_ number: UInt16) { threads.remove(number) }
}
