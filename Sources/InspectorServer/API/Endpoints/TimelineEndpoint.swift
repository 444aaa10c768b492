// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// `GET /api/v1/timeline`: how many calls there were over time.
enum TimelineEndpoint {
    private static let defaultBucketCount = 120
    /// A debug build needs a quarter of a second for half a million calls on a machine that does nothing else.
    private static let mostTime = Duration.seconds(1)

    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/timeline", parameters: ["buckets", "filter"]) { call in
            let buckets = try call.integer("buckets", in: 1...10_000) ?? defaultBucketCount
            let filter = try call.filter()
            return .deferred { json(of: recorder.timeline(buckets: buckets, matching: filter, within: mostTime)) }
        }
    }

    private static func json(of timeline: Timeline) -> HTTPResponse {
        let isEmpty = timeline.buckets.isEmpty
        let width = Int64(timeline.bucketNanoseconds)
        var json = JSONWriter(capacity: timeline.buckets.count * 96 + 256)
        json.object { json in
            json.key("from")
            json.optional(isEmpty ? nil : timeline.startNanoseconds) { $0.plain(Instant.text($1)) }
            json.key("to")
            json.optional(isEmpty ? nil : timeline.endNanoseconds) { $0.plain(Instant.text($1)) }
            json.key("bucketNanoseconds")
            json.integer(timeline.bucketNanoseconds)
            json.key("items")
            json.array { json in
                for (index, bucket) in timeline.buckets.enumerated() {
                    write(bucket, startedAt: timeline.startNanoseconds + Int64(index) * width, to: &json)
                }
            }
            timeline.count.write(to: &json)
        }
        return HTTPResponse(mediaType: "application/json", json.bytes)
    }

    private static func write(_ bucket: Timeline.Bucket, startedAt: Int64, to json: inout JSONWriter) {
        json.object { json in
            json.key("startedAt")
            json.plain(Instant.text(startedAt))
            json.key("count")
            json.integer(bucket.count)
            json.key("errors")
            json.integer(bucket.errors)
            json.key("busyNanoseconds")
            json.integer(bucket.busyNanoseconds)
        }
    }
}
