// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import GRDB
import InspectorServer
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct ImportTests {
    let folder = TemporaryFolder()

    func lines(of recorder: Recorder, _ events: ProxyEventSelection = .matching) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson, proxyEvents: events).write { bytes += $0 }
        return bytes
    }

    func load(_ lines: [UInt8], into file: URL) throws -> RecordingImport.Summary {
        let target = try RecordingImport(path: file.path)
        for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            try Array(line).withUnsafeBytes { try target.add($0) }
        }
        return try target.finish()
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>) func linesComeBackByteForByte(seed: UInt64) throws {
        var traffic = FilterTraffic(seed: seed)
        traffic.record(500)
        let third = InvocationID(epoch: traffic.recorder.epoch, seq: 3)
        traffic.recorder.mark(third, marked: true, comment: "\"<\u{2028}é")
        let original = try lines(of: traffic.recorder)
        let summary = try load(original, into: folder.file())
        #expect(summary.added == Int(traffic.recorder.status.recorded) && summary.known == 0)
        let replay = try Recorder(replaying: folder.file())
        let copy = try lines(of: replay)
        #expect(copy == original)
        // Import again: existing invocations are unchanged.
        #expect(try load(copy, into: folder.file()).known == summary.added)
        #expect(try lines(of: Recorder(replaying: folder.file())) == original)
    }

    @Test func linesWhoseLettersAreEscapedAreTheSameLines() throws {
        var traffic = FilterTraffic(seed: 4)
        traffic.record(300)
        let original = try lines(of: traffic.recorder)
        #expect(try load(Self.escapingLetters(of: original), into: folder.file()).known == 0)
        #expect(try lines(of: Recorder(replaying: folder.file())) == original)
    }

    /// The same JSON with letters from g on in strings as `\u0067`; earlier letters are also digits of escapes.
    private static func escapingLetters(of lines: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        var isInside = false
        var isAfterBackslash = false
        for byte in lines {
            if byte == UInt8(ascii: "\""), !isAfterBackslash { isInside.toggle() }
            let isLetter = (UInt8(ascii: "g")...UInt8(ascii: "z")).contains(byte)
            if isInside, isLetter, !isAfterBackslash {
                let digits = String(byte, radix: 16)
                escaped += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
            } else {
                escaped.append(byte)
            }
            isAfterBackslash = isInside && byte == UInt8(ascii: "\\") && !isAfterBackslash
        }
        return escaped
    }

    /// SQLite and C end a text at its first NUL; names that are the same up to there have to stay different ones.
    @Test func namesWithNULComeBackByteForByte() throws {
        var traffic = FilterTraffic(seed: 6)
        traffic.record(20)
        let names = [#"a\u0000b"#, #"a\u0000c"#, "a", #"a\u0000"#, #"\u0000"#]
        // Events of proxies are among the calls; they have no selector and no thread.
        let recorded = String(decoding: try lines(of: traffic.recorder), as: UTF8.self).split(separator: "\n")
        var text = ""
        for (index, line) in recorded.enumerated() {
            let name = names[index % names.count]
            var line = String(line)
            for member in ["protocol", "selector", "owner", "target"] {
                let pattern = try Regex("\"\(member)\":\"[^\"]*\"")
                line = line.replacing(pattern, with: "\"\(member)\":\"\(name)\"", maxReplacements: 1)
            }
            // The number is the same for all, so that only their names tell threads apart.
            let thread = "\"thread\":{\"id\":7,\"name\":\"\(name)\""
            line = line.replacing(/"thread":\{"id":[0-9]+,"name":"[^"]*"/, with: thread, maxReplacements: 1)
            text += line + "\n"
        }
        let original = Array(text.utf8)
        #expect(try load(original, into: folder.file()).added == Int(traffic.recorder.status.recorded))
        let replay = try Recorder(replaying: folder.file())
        #expect(try lines(of: replay) == original)
        var query = InvocationQuery()
        query.limit = 1_000
        query.scanTime = .seconds(60)
        let calls = replay.invocations(query).items
        let found = Set(["a\0b", "a\0c", "a", "a\0", "\0"])
        #expect(Set(calls.map(\.selector.name)) == found && Set(calls.map(\.selector.protocolName)) == found)
        #expect(Set(calls.map(\.thread.name)) == found)
    }

    @Test func textThatIsNotUTF8IsRefused() throws {
        let target = try RecordingImport(path: folder.file().path)
        let line = Array("{\"id\":\"9".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
        let error = #expect(throws: RecordingImport.LineError.self) { try line.withUnsafeBytes { try target.add($0) } }
        #expect(error?.reason == "a string is not UTF-8, at byte 10")
    }

    @Test func aRecordingKeepsWhatItsLinesSay() throws {
        var traffic = FilterTraffic(seed: 9)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(400)
        traffic.recorder.detachSink()
        #expect(try lines(of: Recorder(replaying: folder.file())) == lines(of: traffic.recorder))
    }

    /// The line of a real call, with one member replaced.
    func line(_ member: String, _ value: String) throws -> [UInt8] {
        var traffic = FilterTraffic(seed: 1)
        traffic.record(1)
        let first = try #require(try lines(of: traffic.recorder, .none).split(separator: UInt8(ascii: "\n")).first)
        let text = String(decoding: first, as: UTF8.self)
        let pattern = try Regex("\"\(member)\":(\"[^\"]*\"|[^,{\\[}]*)")
        let changed = text.replacing(pattern, with: "\"\(member)\":\(value)", maxReplacements: 1)
        try #require(changed != text, "\(text)")
        return Array(changed.utf8)
    }

    @Test(arguments: [
        ("id", "\"9f2c11ab-1099511627776\""), ("id", "\"9f2c11ab-18446744073709551615\""), ("id", "\"9f2c11ab-0\""),
        ("id", "\"a\\r\\nb-1\""), ("id", "\"../x-1\""), ("id", "\"-1\""), ("seq", "77"),
        ("depth", "-5"), ("depth", "null"),
        ("parent", "\"deadbeef-4\""), ("parent", "7"), ("position", "9223372036854775808"), ("position", "-1"),
        ("durationNanoseconds", "\"much\""), ("durationNanoseconds", "18446744073709551615"),
        ("startedAt", "\"2026-02-29T10:00:00.000000Z\""), ("startedAt", "\"9999-12-31T23:59:59.000000Z\""),
    ]) func whatAFileCannotHoldIsRefusedAndNotChanged(member: String, value: String) throws {
        let target = try RecordingImport(path: folder.file().path)
        do {
            try line(member, value).withUnsafeBytes { try target.add($0) }
            Issue.record("\(member) may not be \(value)")
        } catch let error as RecordingImport.LineError {
            #expect(error.reason.contains("“\(member)”"), "\(error)")
        }
    }

    @Test(arguments: ["2024-02-29T10:00:00.000000Z", "2026-12-31T23:59:59.999999Z", "1970-01-01T00:00:00.000000Z"])
    func aDayThatExistsIsTaken(instant: String) throws {
        let summary = try load(try line("startedAt", "\"\(instant)\""), into: folder.file())
        #expect(summary.added == 1)
        #expect(try String(decoding: lines(of: Recorder(replaying: folder.file())), as: UTF8.self).contains(instant))
    }

    /// The lines of a recording, with something put in the place of a pattern in each.
    private func lines(replacing pattern: Regex<Substring>, with texts: [String]) throws -> [UInt8] {
        var traffic = FilterTraffic(seed: 1)
        traffic.record(20)
        let text = String(decoding: try lines(of: traffic.recorder, .none), as: UTF8.self)
        let changed = zip(text.split(separator: "\n"), texts).map { line, text in
            line.replacing(pattern, with: text, maxReplacements: 1)
        }
        return Array(changed.joined(separator: "\n").utf8)
    }

    @Test func callsOfBothEndsOfTimeGetIntoEveryExport() throws {
        let instants = ["1677-09-21T00:12:44.000000Z", "2262-04-11T23:47:16.000000Z", "1970-01-01T00:00:00.000000Z"]
        let input = try lines(
            replacing: /"startedAt":"[^"]*"/,
            with: instants.map { "\"startedAt\":\"\($0)\"" }
        )
        #expect(try load(input, into: folder.file()).added == 3)
        let replay = try Recorder(replaying: folder.file())
        for format in [ExportFormat.ndjson, .csv, .trace] {
            var bytes: [UInt8] = []
            try InvocationExport(replay, as: format).write { bytes += $0 }
            #expect(!bytes.isEmpty && replay.historyFailure == nil)
        }
        let timeline = replay.timeline(buckets: 10)
        #expect(timeline.endNanoseconds >= timeline.startNanoseconds)
    }

    @Test func callsThatTookCenturiesAreAddedUp() throws {
        let long = "\"durationNanoseconds\":9223372036854775807"
        let input = try lines(replacing: /"durationNanoseconds":[0-9]+/, with: Array(repeating: long, count: 12))
        #expect(try load(input, into: folder.file()).added == 12)
        let replay = try Recorder(replaying: folder.file())
        #expect(replay.timeline(buckets: 3).count.matched == 12)
        #expect(replay.selectors.reduce(0) { $0 + $1.calls } == 12)
        var bytes: [UInt8] = []
        try InvocationExport(replay, as: .trace).write { bytes += $0 }
        #expect(String(decoding: bytes, as: UTF8.self).contains("9223372036854775.807"))
    }

    @Test(arguments: ["9223372036854775807", "4294967296", "-1"]) func moreCallsThanFitAreNotLeftOut(
        skipped: String
    ) throws {
        let input = try lines(replacing: /}$/, with: Array(repeating: ",\"skipped\":\(skipped)}", count: 2))
        let error = #expect(throws: RecordingImport.LineError.self) { try load(input, into: folder.file()) }
        #expect(error?.reason.contains("“skipped”") == true)
    }

    @Test func linesThatARecordingHasAlreadyLeaveTheEndOfItsRunAlone() throws {
        var traffic = FilterTraffic(seed: 9)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(40)
        traffic.recorder.detachSink()
        let before = try RecordedRun.runs(path: folder.file().path)
        _ = try load(try lines(of: Recorder(replaying: folder.file())), into: folder.file())
        #expect(try RecordedRun.runs(path: folder.file().path) == before)
    }

    /// Regression test: they had negative starts, which filters by time and the timeline leave out.
    @Test func callsThatAreImportedAfterLaterOnesAreFoundByTheirTime() throws {
        var traffic = FilterTraffic(seed: 10)
        traffic.record(40)
        let lines = try lines(of: traffic.recorder, .none).split(separator: UInt8(ascii: "\n"))
        _ = try load(Array(lines.suffix(10).joined(separator: [10])), into: folder.file())
        _ = try load(Array(lines.joined(separator: [10])), into: folder.file())
        let replay = try Recorder(replaying: folder.file())
        var query = InvocationQuery(try InvocationFilter("since:24h"))
        query.limit = 1_000
        let calls = replay.invocations(query).items
        #expect(calls.count == lines.count)
        let run = try #require(try RecordedRun.runs(path: folder.file().path).first)
        #expect(run.startedAtNanoseconds == calls.map(\.startedAtNanoseconds).min())
        let ends = calls.map { $0.startedAtNanoseconds + Int64($0.durationNanoseconds ?? 0) }
        #expect(run.endedAtNanoseconds == ends.max())
    }

    /// The lines of a run with a call that is running, and those after its end.
    private func linesDuringAndAfterACall() throws -> (during: [UInt8], after: [UInt8]) {
        var traffic = FilterTraffic(seed: 9)
        let recorder = traffic.recorder
        traffic.record(10)
        let target = TrafficTarget()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        proxy.setForwardDelegate(target, retain: true)
        var during: [UInt8] = []
        target.onText = {
            recorder.flush()
            _ = try? InvocationExport(recorder, as: .ndjson, proxyEvents: .none, running: true).write { during += $0 }
        }
        proxy.text("under way", foundCount: 1)
        recorder.flush()
        try #require(String(decoding: during, as: UTF8.self).contains("\"running\""))
        return (during, try lines(of: recorder, .none))
    }

    private func count(_ lines: [UInt8]) -> Int { lines.split(separator: UInt8(ascii: "\n")).count }

    /// Regression test: they counted as added each time.
    @Test func runningCallsThatTheFileHasAreKnown() throws {
        let (during, _) = try linesDuringAndAfterACall()
        #expect(try load(during + during, into: folder.file()).known == count(during))
        let summary = try load(during, into: folder.file())
        #expect(summary.added == 0 && summary.known == count(during))
        #expect(try Recorder(replaying: folder.file()).running.count == 1)
        // Lines without it leave it alone.
        let others = during.split(separator: UInt8(ascii: "\n")).filter { line in
            !String(decoding: line, as: UTF8.self).contains("\"running\"")
        }
        #expect(try load(Array(others.joined(separator: [UInt8(ascii: "\n")])), into: folder.file()).added == 0)
        #expect(try Recorder(replaying: folder.file()).running.count == 1)
    }

    @Test(arguments: [false, true]) func aCallIsNotBothRunningAndCompleted(isCompletedFirst: Bool) throws {
        let (during, after) = try linesDuringAndAfterACall()
        let order = isCompletedFirst ? [after, during] : [during, after]
        let added = try order.map { try load($0, into: folder.file()).added }
        #expect(added == (isCompletedFirst ? [count(after), 0] : [count(during), 1]))
        let replay = try Recorder(replaying: folder.file())
        #expect(replay.running.isEmpty && replay.status.stored == UInt64(count(after)))
        #expect(try lines(of: replay, .none) == after)
    }

    @Test func anEpochThatIsNoneIsNotHandedOn() throws {
        var traffic = FilterTraffic(seed: 9)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(40)
        traffic.recorder.detachSink()
        let file = try DatabaseQueue(path: folder.file().path)
        try file.write { try $0.execute(sql: "UPDATE run SET epoch = ?", arguments: ["x\"\r\nSet-Cookie: a=b"]) }
        try file.close()
        #expect(throws: FileStoreError.self) { try FileHistory(path: folder.file().path) }
    }

    @Test(arguments: [
        ("{", "a key"), ("[]", "id"), ("{\"id\":\"9f2c11ab-1\"}", "depth"), ("nonsense", "value"),
        ("{\"id\":\"\\ud800\"}", "surrogate"), ("{\"id\":\"\\u12g4\"}", "hexadecimal"), ("{\"id\":01}", "a value"),
        ("{\"id\":\"\\x\"}", "escape"), ("{\"id\":\"9f2c11ab-1\"", "comma"), ("{\"id\":\"9f", "inside of a string"),
        ("{\"id\":\"x\"}", "id"), (String(repeating: "[", count: 500), "nested"), ("{\"id\":\"\u{1}\"}", "control"),
    ]) func aLineThatIsNoInvocationIsRefusedWithItsNumber(line: String, reason: String) throws {
        let target = try RecordingImport(path: folder.file().path)
        try "".utf8.withContiguousStorageIfAvailable { try target.add(UnsafeRawBufferPointer($0)) }
        do {
            try Array(line.utf8).withUnsafeBytes { try target.add($0) }
            Issue.record("\(line) was accepted")
        } catch let error as RecordingImport.LineError {
            #expect(error.line == 2 && error.description.contains(reason), "\(error)")
        }
    }
}
