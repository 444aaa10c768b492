// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// Signatures never exclude a block with a match, and exclude most others.
@Suite struct SignatureTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file().path }

    // MARK: The filter

    /// Texts as people write them, escapes, letters that fold to others, and what separates values in JSON.
    private static let pieces = [
        "kelvin", "\u{212A}elvin", "\u{130}stanbul", "istanbul", "GRÖSSE", "größe", "quote\"d", "back\\slash",
        "new\nline",
        "\u{1}", "50%", "under_score", "it's", "a,b:c", "[x]{y}", "é", "日本語", "nil", "true", "String", "int", "e+20",
        "12345", "7fb574071620", "line 1, column 2", "http://x.example/a?b=c&d", " ", "ab", "-", "🦊", "Foobar",
    ]

    private func text(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    @Test(arguments: [1, 50, 2_000, 30_000]) func everyTrigramThatWasInsertedIsFound(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let trigrams = (0..<count).map { _ in UInt32.random(in: 0..<1 << 18, using: &random) }
        var signature = TextSignature(for: count, limit: 2_000)
        #expect(signature.bytes.count <= 2_001)
        for trigram in trigrams { signature.insert(trigram) }
        for trigram in trigrams { #expect(mayHold([trigram], signature.bytes)) }
    }

    private func mayHold(_ trigrams: [UInt32], _ bytes: [UInt8]) -> Bool {
        trigrams.map { UInt64($0).bigEndian }.withUnsafeBytes { trigrams in
            bytes.withUnsafeBytes { TextSignature.mayHold(trigrams, $0) }
        }
    }

    @Test func mostTrigramsThatWereNotInsertedAreNotFound() {
        var random = SeededGenerator(seed: 5)
        let all = Set((0..<4_000).map { _ in UInt32.random(in: 0..<1 << 18, using: &random) })
        let (some, others) = (all.prefix(2_000), all.dropFirst(2_000))
        var signature = TextSignature(for: some.count, limit: 4_000)
        for trigram in some { signature.insert(trigram) }
        #expect(others.count { mayHold([$0], signature.bytes) } < others.count / 20)
    }

    @Test func aTextHasTheTrigramsOfItsParts() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<500 {
            let text = text(&random)
            let set = TrigramSet()
            JSONWriter.bytes { $0.string(text) }.withUnsafeBytes { set.insert($0) }
            var found: Set<UInt32> = []
            set.forEach { found.insert($0) }
            #expect(set.count == found.count)
            // As the filter finds them, in any case; an escape separates what it stands between.
            let runs = text.unicodeScalars.split { !$0.isASCII || $0.value < 0x20 || $0 == "\"" || $0 == "\\" }
            for run in runs.map({ String(String.UnicodeScalarView($0)) }) {
                for cased in [run, run.lowercased(), run.uppercased()] {
                    #expect(found.isSuperset(of: TrigramCharacters.trigrams(of: cased)), "\(text)")
                }
            }
        }
    }

    // MARK: Files

    /// Records calls with random texts over several blocks.
    private func record(_ count: Int, seed: UInt64) throws -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = 1_000_000
        let recorder = try Recorder(configuration, store: .file(folder.file()))
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Reader")
        let target = TrafficTarget()
        proxy.setForwardDelegate(target, retain: true)
        var random = SeededGenerator(seed: seed)
        for number in 0..<count {
            let text = text(&random)
            switch number % 400 {
            case 0: proxy.any([text: [text]], named: text)
            case 1: _ = try? proxy.load(text)
            case 2: proxy.any(target, named: nil)
            case 3: proxy.any(Array(text.utf8), named: text)
            default: proxy.text(text, foundCount: number)
            }
        }
        recorder.detachSink()
        return recorder
    }

    private func change(_ sql: String) throws {
        let file = try DatabaseQueue(path: path)
        try file.write { try $0.execute(sql: sql) }
        try file.close()
    }

    private func number(_ sql: String) throws -> Int {
        let file = try DatabaseQueue(path: path)
        return try file.read { try Int.fetchOne($0, sql: sql) } ?? -1
    }

    private func matches(_ filters: [InvocationFilter]) throws -> [[UInt64]] {
        let replay = try Recorder(replaying: folder.file())
        return filters.map { filter in
            var query = InvocationQuery(filter)
            query.limit = 1_000
            query.scanTime = .seconds(60)
            let page = replay.invocations(query)
            #expect(page.isComplete && page.count.isExact)
            return page.items.map(\.seq) + [UInt64(page.count.matched)]
        }
    }

    @Test(arguments: Trials.seeds(1, of: 2)) func filtersFindTheSameWithAndWithoutSignatures(seed: UInt64) throws {
        _ = try record(5_000, seed: seed)
        #expect(try number("SELECT count(*) FROM signature JOIN block USING (id) WHERE calls = block.count") == 3)
        var random = SeededGenerator(seed: seed)
        var filters: [InvocationFilter] = []
        for _ in 0..<20 {
            let text = text(&random).shuffledCase(&random).dropFirst(Int.random(in: 0...2, using: &random))
            let word = String(text.prefix(9))
            let subject =
                [FilterTerm.Subject.anyText, .key(.arg), .key(.result), .key(.error), .argument("value")]
                .randomElement(using: &random) ?? .anyText
            let pattern =
                [TextPattern.contains(word), .equals(word), .glob("*\(word)*"), .glob("\(word)*x")]
                .randomElement(using: &random) ?? .contains(word)
            let expression = FilterExpression.term(FilterTerm(subject, .text(pattern)))
            filters += [InvocationFilter(expression), InvocationFilter(expression.negated)]
        }
        let with = try matches(filters)
        try change("DELETE FROM signature")
        for (filter, (left, right)) in zip(filters, zip(with, try matches(filters))) {
            #expect(left == right, "\(filter)")
        }
    }

    /// The number of blocks that a filter does not exclude.
    private func blocks(_ filter: String) throws -> Int? {
        try FileHistory(path: path).read { db, run, decoder in
            let condition = FilterSQL(try InvocationFilter(filter).meaning, run: run, decoder).block
            return Int(try db.firstNumber("SELECT count(*) FROM block WHERE \(condition)") ?? -1)
        }
    }

    @Test func aTextThatNoCallHasExcludesAllBlocks() throws {
        _ = try record(5_000, seed: 4)
        #expect(try blocks("kangaroo") == 0)
        #expect(try blocks("arg:kangaroo result:\"zoo of\"") == 0)
        #expect(try blocks("kangaroo | foobar") == 3)
        #expect(try blocks("-kangaroo") == 3)
        // What types that are not stored, positions and short texts have cannot be excluded.
        for filter in ["string", "column", "zq", "arg:Traffic"] { #expect(try blocks(filter) == 3, "\(filter)") }
    }

    @Test(arguments: [
        "bits = x''", "bits = x'00'", "bits = x'ff0000'", "bits = zeroblob(9000)", "calls = calls - 1",
    ]) func aSignatureThatIsNoneExcludesNothing(change: String) throws {
        _ = try record(5_000, seed: 5)
        try self.change("UPDATE signature SET \(change)")
        #expect(try blocks("kangaroo") == 3)
    }

    // MARK: Writing

    @Test func aCallThatEndsLateIsInItsBlock() throws {
        let recorder = try Recorder(store: .file(folder.file()))
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Reader")
        let target = TrafficTarget()
        proxy.setForwardDelegate(target, retain: true)
        target.onText = {
            target.onText = nil
            for number in 0..<30_000 { proxy.text("ordinary", foundCount: number) }
            recorder.flushSink()
        }
        proxy.text("platypus", foundCount: 1)
        recorder.detachSink()
        let blocks = try number("SELECT count(*) FROM block")
        #expect(try number("SELECT count(*) FROM signature JOIN block USING (id) WHERE calls = block.count") == blocks)
        #expect(try self.blocks("platypus") == 1)
        #expect(try matches([InvocationFilter("platypus")]) == [[1, 1]])
    }

    @Test func aRunThatGoesOnGoesOnInItsBlock() throws {
        let recorder = Recorder()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Reader")
        for word in ["platypus", "kangaroo", "wallaby"] {
            try recorder.keep(in: .file(folder.file()))
            for number in 0..<100 { proxy.text("\(word) \(number)", foundCount: number) }
            recorder.detachSink()
        }
        #expect(try number("SELECT count(*) FROM signature JOIN block USING (id) WHERE calls = 300") == 1)
        for word in ["platypus", "kangaroo", "wallaby"] { #expect(try blocks(word) == 1) }
        #expect(try blocks("wombat") == 0)
    }

    /// As after a crash, when signatures of blocks that were not full are missing.
    @Test(arguments: [
        ("DELETE FROM signature", 0),
        // One that covers other calls doesn't count.
        ("UPDATE signature SET calls = calls + 1", 0),
    ]) func aBlockThatLostItsSignatureGetsOneIfAllItsCallsAreThere(change: String, blocks expected: Int) throws {
        let recorder = Recorder()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Reader")
        for word in ["platypus", "kangaroo"] {
            try recorder.keep(in: .file(folder.file()))
            for number in 0..<100 { proxy.text("\(word) \(number)", foundCount: number) }
            recorder.detachSink()
            if word == "platypus" { try self.change(change) }
        }
        #expect(try blocks("wombat") == expected)
        for word in ["platypus", "kangaroo"] { #expect(try blocks(word) == 1) }
    }

    @Test func deletedBlocksHaveNoSignature() throws {
        var configuration = FileStoreConfiguration()
        configuration.bytesLimit = 1 << 20
        configuration.interval = .milliseconds(1)
        var limits = RecorderConfiguration()
        limits.overflowPolicy = .wait
        var traffic = FilterTraffic(seed: 9, configuration: limits)
        try traffic.recorder.keep(in: .file(folder.file(), configuration))
        // The limit is looked at each second.
        let deadline = ContinuousClock.now + .seconds(60)
        repeat {
            traffic.record(1_000)
            traffic.recorder.flushSink()
        } while try number("SELECT deleted FROM run") == 0 && ContinuousClock.now < deadline
        traffic.recorder.detachSink()
        #expect(try number("SELECT count(*) FROM signature") > 0)
        #expect(
            try number("SELECT count(*) FROM signature LEFT JOIN block USING (id) WHERE calls IS NOT block.count") == 0
        )
        #expect(try number("SELECT deleted FROM run") > 0)
        #expect(
            try number(
                """
                SELECT count(*) FROM (SELECT proxy, selector, calls, unanswered FROM tally WHERE calls > 0 EXCEPT
                    SELECT proxy, selector, count(*), sum(path = \(Invocation.ReturnPath.none.rawValue)) FROM record
                    GROUP BY 1, 2)
                """
            ) == 0
        )
        #expect(try number("SELECT sum(calls) = (SELECT count(*) FROM record) FROM tally") == 1)
    }
}

extension String {
    fileprivate func shuffledCase(_ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: lowercased()
        case 1: uppercased()
        default: self
        }
    }
}
