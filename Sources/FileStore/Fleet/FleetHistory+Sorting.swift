// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

extension FleetHistory: SortingHistory {
    /// The first calls of a sorted list: the first ones of each process, merged.
    package func sorted(_ request: SortedRequest) -> SortedPart {
        let deadline = ContinuousClock.now + request.range.time
        var merged = SortedPart()
        for part in parts {
            var own = request
            own.after = request.after.map { Self.place($0, in: part) }
            own.before = request.before.map { Self.place($0, in: part) }
            own.range.time = max(.zero, deadline - .now)
            merged.merge(part.history.sorted(own), request)
        }
        return merged
    }

    /// A place of the merged list among the calls of one process: equal keys are ordered by the run, then by the call.
    private static func place(_ place: SortPlace, in part: Part) -> SortPlace {
        let run = Int64(place.seq >> InvocationID.seqBits)
        let seq = place.seq & UInt64(RecordingSchema.seqMask)
        return SortPlace(place.key, seq: run == part.run ? seq : part.run < run ? .max : 0)
    }
}
