// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import ProxyCore

/// Pages of a recording with ten million calls, requested as by the API.
///
/// One page is one query: `Recorder.invocations(_:)` with a limit of 100, including the count of all matches. If the
/// time limit is reached before the page is full, the result says where to continue, and the next query starts there.
enum ScaleRows {
    private static let count = 10_000_000
    private static let pages = 60

    private static let filters = [
        "", "selector:found", "selector:answer", "fox", "arg.string:\(LargeRecording.rare)", "arg.number:>998",
        "duration:>100us", "thread:writer", "state:threw", "path:none", "selector:found duration:>200ns arg.string:fox",
        "-selector:found -thread:writer", LargeRecording.none, "arg.string:\(LargeRecording.none)", "is:marked",
        "\(LargeRecording.rare) thread:main", "no such text*",
    ]
    /// Filters of the lists sorted by each key.
    private static let sortedFilters = ["", "thread:writer", LargeRecording.rare, LargeRecording.none]

    static func rows() -> [Row] {
        do {
            let folder = TemporaryFolder()
            let recording = try LargeRecording(count, in: folder)
            return try [
                .comparison("scale: writing \(recording.calls) calls", recording.seconds, unit: "s"),
                .comparison("scale: bytes of a call", Double(recording.bytes) / Double(recording.calls), unit: "B"),
                .bound(
                    "scale: share of signatures and tallies",
                    Double(try recording.bytes(of: ["signature", "tally"])) / Double(recording.bytes) * 100,
                    atMost: 3,
                    unit: "%"
                ),
            ] + rows(recording)
        } catch {
            fatalError("The recording cannot be made: \(error)")
        }
    }

    private static func rows(_ recording: LargeRecording) throws -> [Row] {
        ResidentMemory.reset()
        let before = ResidentMemory.now
        let recorder = try Recorder(replaying: recording.file)
        var rows: [Row] = []
        var all = Answers()
        for text in filters {
            let (walk, jump) = try (walk(recorder, text), jump(recorder, text))
            rows.append(row(text, walk))
            rows.append(row("\(text), from anywhere", jump))
            all.add(walk)
            all.add(jump)
        }
        rows.append(row("any of these", all))
        for sort in InvocationSort.allCases where sort != .start {
            for text in sortedFilters {
                for order in [InvocationQuery.Order.descending, .ascending] {
                    rows.append(try row(text, sortedBy: sort, order, recorder))
                }
            }
        }
        rows.append(proxies(recorder))
        rows.append(.comparison("scale: memory after the questions", ResidentMemory.now, to: before, unit: "MB"))
        rows.append(.comparison("scale: most memory during them", ResidentMemory.peak, to: before, unit: "MB"))
        return rows
    }

    /// The first 100 of a sorted list, as the API requests them.
    private static func row(
        _ text: String,
        sortedBy sort: InvocationSort,
        _ order: InvocationQuery.Order,
        _ recorder: Recorder
    ) throws -> Row {
        var answers = Answers()
        var query = InvocationQuery(try InvocationFilter(text))
        query.sort = sort
        query.order = order
        query.scanTime = .milliseconds(200)
        for _ in 0..<20 { _ = answers.ask(recorder, query) }
        return row("\(text) by \(sort) \(order.rawValue)", answers, atMost: 300)
    }

    /// Counting the calls of each proxy.
    private static func proxies(_ recorder: Recorder) -> Row {
        let start = Clock.nanoseconds
        let isCounted = recorder.recordedProxies.allSatisfy { $0.calls != nil }
        let milliseconds = Double(Clock.nanoseconds - start) / 1e6
        return .bound("calls of each proxy\(isCounted ? "" : ", not counted")", milliseconds, atMost: 100, unit: "ms")
    }

    /// The results of requesting pages.
    private struct Answers {
        var milliseconds: [Double] = []
        /// Pages that were not full when the time limit was reached.
        var cut = 0
        var items = 0

        mutating func ask(_ recorder: Recorder, _ query: InvocationQuery) -> InvocationPage {
            let start = Clock.nanoseconds
            let page = recorder.invocations(query)
            milliseconds.append(Double(Clock.nanoseconds - start) / 1e6)
            if !page.isComplete { cut += 1 }
            items += page.items.count
            return page
        }

        mutating func add(_ others: Answers) {
            milliseconds += others.milliseconds
            cut += others.cut
            items += others.items
        }
    }

    private static func row(_ text: String, _ answers: Answers, atMost milliseconds: Double = 100) -> Row {
        let sorted = answers.milliseconds.sorted()
        let middle = (sorted[sorted.count / 2] * 10).rounded() / 10
        let longest = ((sorted.last ?? 0) * 10).rounded() / 10
        return .bound(
            "page of \(text), p95 (p50 \(middle), max \(longest), \(answers.cut) of \(sorted.count) cut, "
                + "\(answers.items) items)",
            sorted[sorted.count * 95 / 100],
            atMost: milliseconds,
            unit: "ms"
        )
    }

    /// Pages from the newest call backwards, starting over after the last page.
    private static func walk(_ recorder: Recorder, _ text: String) throws -> Answers {
        var answers = Answers()
        var query = InvocationQuery(try InvocationFilter(text))
        for _ in 0..<pages {
            let page = answers.ask(recorder, query)
            query.before = page.continueFrom ?? (page.hasMore ? page.items.last?.seq : nil)
        }
        return answers
    }

    /// Pages that start throughout the recording.
    private static func jump(_ recorder: Recorder, _ text: String) throws -> Answers {
        var answers = Answers()
        var query = InvocationQuery(try InvocationFilter(text))
        for page in 1...pages / 2 {
            query.before = UInt64(page &* 7_919 &* 104_729 % count)
            _ = answers.ask(recorder, query)
        }
        return answers
    }
}
