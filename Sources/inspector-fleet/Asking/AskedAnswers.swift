// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What servers answer, read back from the JSON of the API.

import ProxyCore

extension JSONNode {
    /// A number of something: sums of these are saturating, since a server may answer anything.
    fileprivate var count: Int? { integer(Int.self).flatMap { $0 >= 0 ? $0 : nil } }
}

extension RecordedProxy {
    /// A row of `GET /api/v1/proxies`.
    init?(_ json: JSONNode) {
        guard let number = json["id"]?.integer(Int.self), let owner = json["owner"]?.string else { return nil }
        self.init(number: number)
        self.owner = owner
        epoch = json["epoch"]?.string
        process = json["process"].flatMap { ProcessFacts($0) }
        target = json["target"]?["type"]?.string
        protocolName = json["protocol"]?.string
        guard json["calls"]?.integer(UInt64.self) != nil else { return }
        calls = json["requirements"]?.elements?.compactMap { row in
            guard let selector = Selector(row) else { return nil }
            return Calls(
                selector: selector,
                count: row["calls"]?.integer(UInt64.self) ?? 0,
                unanswered: row["unanswered"]?.integer(UInt64.self) ?? 0
            )
        }
    }
}

extension Selector {
    /// The members `protocol` and `selector` of a row.
    fileprivate init?(_ json: JSONNode) {
        guard let name = json["selector"]?.string, let protocolName = json["protocol"]?.string else { return nil }
        self.init(protocolName: protocolName, name: name)
    }
}

extension SelectorStatistics {
    /// A row of `GET /api/v1/selectors?buckets=true`.
    init?(_ json: JSONNode) {
        guard let selector = Selector(json), let calls = json["calls"]?.integer(UInt64.self),
            let buckets = json["buckets"]?.elements
        else { return nil }
        let filled = buckets.compactMap { pair -> (number: Int, count: UInt64)? in
            guard var parts = pair.elements, let number = parts.next()?.integer(Int.self),
                let count = parts.next()?.integer(UInt64.self)
            else { return nil }
            return (number, count)
        }
        let latency = LatencyHistogram(
            filledBuckets: filled,
            sum: json["totalNanoseconds"]?.integer(UInt64.self) ?? 0,
            maximum: json["maxNanoseconds"]?.integer(UInt64.self) ?? 0
        )
        self.init(
            selector: selector,
            errors: json["errors"]?.integer(UInt64.self) ?? 0,
            unanswered: json["unanswered"]?.integer(UInt64.self) ?? 0,
            skipped: calls - min(calls, latency.total),
            latency: latency
        )
    }
}

extension UnansweredSelector {
    /// A row of `GET /api/v1/unanswered`, for calls of which all have the same fault.
    ///
    /// - Parameter key: The key of a call.
    init?(_ json: JSONNode, key: (InvocationID) -> UInt64?) {
        guard let selector = Selector(json) else { return nil }
        let unanswered = json["unanswered"]?.count ?? 0
        let neverCompleted = json["neverCompleted"]?.count ?? 0
        let last = json["last"]?.string.flatMap { InvocationID($0) }.flatMap(key)
        let start = json["lastAt"]?.string.flatMap { Instant.nanoseconds($0) }
        self.init(
            selector: selector,
            isOptional: json["isOptional"]?.bool,
            owners: json["owners"]?.elements?.compactMap(\.string) ?? [],
            calls: max(unanswered, neverCompleted),
            // One whose time is not told is older than all others.
            last: last.map { ($0, start ?? .min) }
        )
    }
}

extension FleetProgram {
    /// A row of `GET /api/v1/programs`.
    init?(_ json: JSONNode) {
        guard let epoch = json["epoch"]?.string, let service = json["service"]?.string, let host = json["host"]?.string,
            let id = json["processID"]?.integer(Int64.self), let program = json["program"]?.string
        else { return nil }
        func count(_ name: StaticString) -> UInt64? { json[name]?.integer(UInt64.self) }
        func instant(_ name: StaticString) -> Int64? { json[name]?.string.flatMap { Instant.nanoseconds($0) } }
        func real(_ name: StaticString) -> Double? {
            json[name].flatMap { Double(String(decoding: $0.bytes, as: UTF8.self)) }
        }
        self.init(
            epoch: epoch,
            process: ProcessFacts(service: service, version: json["version"]?.string, host: host, id: id),
            program: program,
            startedAtNanoseconds: instant("startedAt") ?? 0
        )
        calls = count("calls") ?? 0
        missing = count("gaps") ?? 0
        lastCallAtNanoseconds = instant("lastCallAt")
        // Within 35 years; a conversion of larger numbers would end the program.
        lagNanoseconds = real("lagMilliseconds").map { Int64(min(max($0, -1e12), 1e12) * 1e6) }
        guard let state = json["state"]?.string.flatMap({ State(rawValue: $0) }) else { return }
        var report = Report(state, toldAtNanoseconds: instant("seenAt") ?? 0)
        report.reason = json["reason"]?.string
        report.newest = count("newest")
        report.through = count("through")
        report.callsPerSecond = real("callsPerSecond")
        report.dropped = count("dropped")
        report.skewNanoseconds = json["skewNanoseconds"]?.integer(Int64.self)
        report.skewErrorNanoseconds = json["skewErrorNanoseconds"]?.integer(Int64.self)
        report.seenAtNanoseconds = instant("seenAt")
        self.report = report
    }
}

extension FleetFeedStatus {
    /// The member `broker` of `GET /api/v1/programs`.
    init?(_ json: JSONNode) {
        guard let isConnected = json["connected"]?.bool else { return nil }
        self.init(
            isConnected: isConnected,
            sequence: json["sequence"]?.integer(UInt64.self) ?? 0,
            behind: json["behind"]?.integer(UInt64.self) ?? 0,
            failure: json["failure"]?.string
        )
    }
}

extension Timeline {
    /// The answer of `GET /api/v1/timeline`.
    init?(_ json: JSONNode) {
        guard let items = json["items"]?.elements, let count = MatchCount(asked: json),
            let width = json["bucketNanoseconds"]?.integer(UInt64.self)
        else { return nil }
        let buckets = items.map { row in
            var bucket = Bucket()
            bucket.count = row["count"]?.count ?? 0
            bucket.errors = row["errors"]?.count ?? 0
            bucket.busyNanoseconds = row["busyNanoseconds"]?.integer(UInt64.self) ?? 0
            return bucket
        }
        self.init(
            startNanoseconds: json["from"]?.string.flatMap { Instant.nanoseconds($0) } ?? 0,
            bucketNanoseconds: width,
            buckets: buckets,
            count: count
        )
    }

    /// Adds the calls of another timeline with the same buckets.
    mutating func add(_ other: Timeline) {
        for (index, bucket) in other.buckets.enumerated() where buckets.indices.contains(index) {
            buckets[index].count = buckets[index].count.saturatingAdding(bucket.count)
            buckets[index].errors = buckets[index].errors.saturatingAdding(bucket.errors)
            buckets[index].busyNanoseconds = buckets[index].busyNanoseconds.saturatingAdding(bucket.busyNanoseconds)
        }
        count.matched = count.matched.saturatingAdding(other.count.matched)
        count.isExact = count.isExact && other.count.isExact
        count.isPartial = count.isPartial || other.count.isPartial
    }
}

extension MatchCount {
    /// The members of a count.
    init?(asked json: JSONNode) {
        guard let least = json["matchedAtLeast"]?.count else { return nil }
        self.init(
            matched: least,
            isExact: json["matched"]?.integer(Int.self) != nil,
            isPartial: json["filterPartial"]?.bool ?? false
        )
    }
}
