// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct FileHistoryTests {
    let folder = TemporaryFolder()

    /// Records traffic into a file.
    func record(seed: UInt64, count: Int, memory: Int = 1_000_000) throws -> FilterTraffic {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = memory
        var traffic = FilterTraffic(seed: seed, configuration: configuration)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(count)
        return traffic
    }

    func all(_ recorder: Recorder, _ filter: InvocationFilter = .everything) -> [Invocation] {
        var query = InvocationQuery(filter)
        query.limit = 1_000
        query.scanTime = .seconds(60)
        return recorder.invocations(query).items
    }

    @Test func whatWasRecordedIsInTheFileLetterByLetter() throws {
        let traffic = try record(seed: 1, count: 600)
        traffic.recorder.detachSink()
        let replay = try Recorder(replaying: folder.file())
        #expect(replay.epoch == traffic.recorder.epoch)
        let (left, right) = (all(traffic.recorder), all(replay))
        #expect(left.count == right.count && left.count > 600)
        // Descriptions: NaN differs from itself.
        for (recorded, read) in zip(left, right) { #expect("\(recorded)" == "\(read)") }
    }

    @Test(arguments: Trials.seeds(2, of: 4)) func filtersFindTheSameInTheFileAsInMemory(seed: UInt64) throws {
        let traffic = try record(seed: seed, count: 200)
        traffic.recorder.detachSink()
        let replay = try Recorder(replaying: folder.file())
        var generator = FilterGenerator(seed: seed, epoch: traffic.recorder.epoch)
        for _ in 0..<150 {
            let filter = InvocationFilter(generator.expression())
            #expect(all(traffic.recorder, filter).map(\.seq) == all(replay, filter).map(\.seq), "\(filter)")
            let (memory, file) = (traffic.recorder.count(matching: filter), replay.count(matching: filter))
            if memory.isExact, file.isExact { #expect(memory.matched == file.matched, "\(filter)") }
        }
    }

    /// Regression test: there seemed to be no such run.
    @Test func anotherRunOfAFileThatCannotBeReadIsAFailure() throws {
        try folder.record()
        let history = try FileHistory(path: folder.recording)
        #expect(history.history(ofRun: "00000001") == nil && history.failure == nil)
        try FileManager.default.removeItem(at: folder.file())
        #expect(history.history(ofRun: "00000001") == nil && history.failure != nil)
    }

    /// Regression test: only a new call made the proxies be read again.
    @Test func aProxyThatNobodyCalledYetIsAmongThoseOfTheFile() throws {
        var traffic = FilterTraffic(seed: 5)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(10)
        traffic.recorder.flushSink()
        let history = try FileHistory(path: folder.recording)
        let before = history.proxies.map(\.number)
        let proxy = TrafficProxy(recorder: traffic.recorder, ownerName: "Parser")
        proxy.setForwardDelegate(TrafficTarget(), retain: true)
        traffic.recorder.settleAllProxyEvents()
        traffic.recorder.detachSink()
        #expect(history.proxies.map(\.number).last == proxy.number && before.last != proxy.number)
    }

    @Test func everyKeyFindsTheSameInTheFileAsInMemory() throws {
        let traffic = try FilterTraffic.varied(seed: 6) { try $0.keep(in: .file(folder.file())) }
        traffic.recorder.detachSink()
        let replay = try Recorder(replaying: folder.file())
        var generator = FilterGenerator(seed: 7, about: all(replay))
        for key in FilterKey.all {
            for _ in 0..<30 {
                let filter = InvocationFilter(.term(generator.term(of: key)))
                #expect(all(traffic.recorder, filter).map(\.seq) == all(replay, filter).map(\.seq), "\(filter)")
            }
        }
    }

    /// SQLite's conditions on columns must not exclude matches.
    @Test(arguments: [
        "kelvin", "KELVIN", "istanbul", "quote\"d", "back\\slash", "new\nline", "50%", "under_score", "it's", "nil",
        "true", "String", "TrafficTarget", "Traffic", "ff", "12345", "e+20", "ö", "groß", "NotFound", "timeout", "@",
        "a", "",
        "no such text",
    ]) func aTextIsFoundInTheFileWhateverItIsMadeOf(word: String) throws {
        let traffic = try record(seed: 8, count: 100)
        let proxy = TrafficProxy(recorder: traffic.recorder, ownerName: "Reader")
        let target = TrafficTarget()
        proxy.setForwardDelegate(target, retain: true)
        for text in [
            "\u{212A}elvin", "\u{130}stanbul", "a quote\"d text", "back\\slash", "new\nline", "50% off", "under_score",
            "it's", "GRO\u{1E9E}", "gro\u{DF}",
        ] {
            proxy.text(text, foundCount: 12_345)
            proxy.any([text: [text]], named: text)
            proxy.any(target, named: nil)
            _ = try? proxy.load(text)
        }
        traffic.recorder.detachSink()
        let replay = try Recorder(replaying: folder.file())
        for subject in [FilterTerm.Subject.anyText, .key(.arg), .key(.result), .key(.error), .argument("value")] {
            for pattern in [TextPattern.contains(word), .equals(word), .glob("*\(word)*"), .glob("\(word)*")] {
                let filter = InvocationFilter(.term(FilterTerm(subject, .text(pattern))))
                #expect(all(traffic.recorder, filter).map(\.seq) == all(replay, filter).map(\.seq), "\(filter)")
            }
        }
    }
}
