// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// `GET /api/v1/timeline`: the number of calls over time.
enum TimelineEndpoint {
    private static let defaultBucketCount = 120
    /// Time limit. On an idle machine, a debug build needs 0.25 s for half a million calls.
    private static let mostTime = Duration.seconds(1)

    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/timeline", parameters: ["buckets", "filter", "from", "to"]) { call in
            let buckets = try call.integer("buckets", in: 1...10_000) ?? defaultBucketCount
            let filter = try call.filter()
            let period = try call.period()
            return .deferred {
                json(of: recorder.timeline(buckets: buckets, matching: filter, period: period, within: mostTime))
            }
        }
    }

    private static func json(of timeline: Timeline) -> HTTPResponse {
        let instant = { (nanoseconds: Int64) -> String? in
            timeline.buckets.isEmpty ? nil : Instant.text(nanoseconds)
        }
        var json = JSONWriter(capacity: timeline.buckets.count * 96 + 256)
        json.object { json in
            json.member("from", instant(timeline.startNanoseconds))
            json.member("to", instant(timeline.endNanoseconds))
            json.member("bucketNanoseconds", timeline.bucketNanoseconds)
            json.array("items") { json in
                for (index, bucket) in timeline.buckets.enumerated() {
                    write(bucket, startedAt: timeline.startOfBucket(index), to: &json)
                }
            }
            timeline.count.write(to: &json)
        }
        return HTTPResponse(mediaType: "application/json", json.bytes)
    }

    private static func write(_ bucket: Timeline.Bucket, startedAt: Int64, to json: inout JSONWriter) {
        json.object { json in
            json.member("startedAt", Instant.text(startedAt))
            json.member("count", bucket.count)
            json.member("errors", bucket.errors)
            json.member("busyNanoseconds", bucket.busyNanoseconds)
        }
    }
}
