// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import Foundation
import ProxyCore
import Testing

@testable import FilterTestSupport

/// Filters on properties that don't vary in `FilterTraffic`: threads, time, running calls and findings.
@Suite struct RecordedCallFilterTests {
    private let recorder = Recorder()

    private func count(_ text: String) throws -> Int { count(try InvocationFilter(text)) }

    private func count(_ filter: InvocationFilter) -> Int {
        recorder.flush()
        return recorder.count(matching: filter, within: .seconds(60)).matched
    }

    @Test func asksForTheNiceValueOfThreads() async throws {
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        for nice in [Int32(0), 7] {
            await onThread {
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, nice)
                proxy.nothing()
            }
        }
        #expect(try count("priority:7") == 1)
        #expect(try count("priority:>0") == 1)
        #expect(try count("priority:0..19") == 2)
        #expect(try count("-priority:7") == 1)
    }

    @Test func asksForThreadsByNameAndNumber() async throws {
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        for name in ["loader", "Loader 2", "other"] {
            await onThread {
                try? name.write(toFile: "/proc/self/task/\(cthread_id())/comm", atomically: false, encoding: .utf8)
                proxy.nothing()
            }
        }
        recorder.flush()
        let threads = recorder.invocations().items.map(\.thread)
        let number = try #require(threads.first { $0.name == "other" }?.id)
        #expect(try count("thread:loader") == 2)
        #expect(try count("thread:=loader") == 1)
        #expect(try count("thread:l*2") == 1)
        #expect(try count("thread:\(number)") == 1)
        #expect(try count("-thread:loader") == 1)
        #expect(try count("is:main") == 0)
        #expect(try count("-thread:main") == 3)
    }

    @Test func asksForTheTimeOfACall() throws {
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        for _ in 0..<3 { proxy.nothing() }
        recorder.flush()
        let starts = recorder.invocations().items.map(\.startedAtNanoseconds).sorted()
        func started(since instant: Int64) -> Int {
            count(InvocationFilter(.term(FilterTerm(.key(.since), .since(instant)))))
        }
        func underWay(_ from: Int64?, _ to: Int64?) -> Int {
            count(InvocationFilter(.term(FilterTerm(.key(.time), .period(from: from, to: to)))))
        }
        #expect(started(since: starts[1]) == 2)
        #expect(started(since: starts[2] + 1) == 0)
        #expect(try count("since:1h") == 3)
        #expect(underWay(starts[0], starts[0]) == 1)
        #expect(underWay(starts[2], nil) == 1)
        #expect(underWay(nil, starts[0] - 1) == 0)
        #expect(underWay(nil, starts[1]) == 2)
    }

    @Test func asksForCallsUnderWay() throws {
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        let target = TrafficTarget()
        proxy.setForwardDelegate(target, retain: true)
        let seen = Guarded<[String: Bool]>([:])
        let filters = try ["is:running", "state:running", "duration:>0ns", "position:>0", "path:none", "-duration:<1h"]
            .map { try InvocationFilter($0) }
        target.onText = { [recorder] in
            recorder.flush()
            guard let call = recorder.running.first else { return }
            for filter in filters { seen.change { $0[filter.description] = filter.matches(call) } }
        }
        proxy.text("outer", foundCount: 1)
        #expect(
            seen.value == [
                "is:running": true, "state:running": true, "duration:>0ns": false, "position:>0": false,
                "path:none": false, "-duration:<1h": true,
            ]
        )
        #expect(try count("is:running") == 0)
    }

    @Test func asksForTheProxyAndItsFindings() async throws {
        let strict = TrafficProxy(recorder: recorder, ownerName: "Parser", threadRule: .main)
        let plain = TrafficProxy(recorder: recorder, ownerName: "Reader")
        plain.setForwardDelegate(TrafficTarget(), retain: false)
        await onThread {
            strict.nothing()
            plain.nothing()
            plain.nothing()
        }
        recorder.flush()
        let number = try #require(recorder.invocations().items.first { $0.owner == "Reader" }?.proxy)
        #expect(try count("proxy:\(number)") == 2)
        #expect(try count("proxy:<\(number)") == 1)
        #expect(try count("finding:off_main") == 1)
        #expect(try count("finding:target_gone") == 2)
        #expect(try count("has:finding") == 3)
    }

    @Test func asksForCallsThatARateLimitLeftOut() throws {
        var configuration = RecorderConfiguration()
        configuration.rateLimit = RateLimit(callsPerSecond: 2, keepOneIn: 5)
        let recorder = Recorder(configuration)
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        for _ in 0..<50 { proxy.nothing() }
        recorder.flush()
        let calls = recorder.invocations().items
        for filter in try ["skipped:>0", "skipped:4", "-skipped:0"].map({ try InvocationFilter($0) }) {
            let matched = recorder.count(matching: filter, within: .seconds(60)).matched
            #expect(matched == calls.count(where: filter.matches) && matched > 0 && matched < calls.count, "\(filter)")
        }
    }
}
