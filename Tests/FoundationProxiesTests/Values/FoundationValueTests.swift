// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import ProxyCore
import Testing

@Suite struct FoundationValueTests {
    @Test func dataShowsItsTextOrItsDigits() throws {
        let probe = try ValueProbe()
        let text = try probe.record(Data("{\"kind\":\"Blob\"}".utf8), "data")
        #expect(text.kind == .bytes && text.count == 15 && text.line == #"15 bytes "{\"kind\":\"Blob\"}""#)
        let binary = try probe.record(Data([0xFF, 0x00, 0x10]), "data")
        #expect(binary.line == "3 bytes ff0010" && binary.bytesText == nil)
        let long = try probe.record(Data(String(repeating: "é", count: 5_000).utf8), "data")
        #expect(long.count == 10_000 && long.truncation?.reason == .length)
        #expect(long.bytesText?.utf8.count == 2_048)
        #expect(try probe.record(Data()).line == "0 bytes")
        #expect(try probe.count("arg.data:blob") == 1)
        #expect(try probe.count("arg.data:ff0010") == 1)
        #expect(try probe.survivesExport())
    }

    @Test func valuesWithATextShowIt() throws {
        let probe = try ValueProbe()
        let url = try #require(URL(string: "https://example.org/a?b=1"))
        let id = UUID()
        #expect(try probe.record(url, "url").line == "https://example.org/a?b=1")
        #expect(try probe.record(Optional(url)).line == "https://example.org/a?b=1")
        #expect(try probe.record([url] as [Any]).line == "[https://example.org/a?b=1]")
        #expect(try probe.record(id).line == id.uuidString)
        #expect(try probe.record(Locale(identifier: "de_AT")).line == "de_AT")
        #expect(try probe.record(TimeZone(identifier: "Europe/Vienna")).line == "Europe/Vienna")
        #expect(try probe.record(Notification.Name("saved")).line == "saved")
        #expect(try probe.count("arg.url:example.org") == 1)
        #expect(try probe.count("arg:\(id.uuidString)") == 1)
        #expect(try probe.survivesExport())
    }

    @Test func attributedTextsShowTheirText() throws {
        let probe = try ValueProbe()
        var text = AttributedString("new")
        text.append(AttributedString(" mail", attributes: AttributeContainer().link(URL(string: "a:b")!)))
        #expect(try probe.record(text, "title").line == "new mail")
        let end = text.index(text.startIndex, offsetByCharacters: 3)
        #expect(try probe.record(text[text.startIndex..<end]).line == "new")
        #expect(try probe.record([text] as [Any]).line == "[new mail]")
        #expect(try probe.count("arg.title:mail") == 1)
        #expect(try probe.survivesExport())
    }

    @Test func longAttributedTextsAreCutLikeOthers() throws {
        let probe = try ValueProbe()
        let text = "a" + String(repeating: "é", count: 5_000)
        let long = try probe.record(AttributedString(text))
        let plain = try probe.record(text)
        #expect(long.content == plain.content)
        #expect(long.truncation == plain.truncation && long.truncation?.original == 10_001)
        let exact = try probe.record(AttributedString(String(repeating: "a", count: 2_048)))
        #expect(exact.truncation == nil)
    }

    @Test func coordinatesShowTheirNumbers() throws {
        let probe = try ValueProbe()
        #expect(try probe.record(CGFloat(2.5), "scale").line == "2.5")
        #expect(try probe.record(CGPoint(x: 1, y: -0.5)).line == "CGPoint(x: 1.0, y: -0.5)")
        #expect(try probe.record([CGFloat(1)] as [Any]).line == "[1.0]")
        #expect(try probe.count("arg.scale:>2") == 1)
        #expect(try probe.survivesExport())
    }

    @Test func urlsLeaveTheirPasswordOut() throws {
        let url = try #require(URL(string: "https://me:secret@example.org:81/a@b:c"))
        #expect(try ValueProbe().record(url).line == "https://me:redacted@example.org:81/a@b:c")
        var configuration = RecorderConfiguration()
        configuration.hidesCredentials = false
        #expect(try ValueProbe(configuration).record(url).line == url.absoluteString)
    }

    @Test func urlsWithoutASchemeLeaveTheirPasswordOut() throws {
        let url = try #require(URL(string: "//me:secret@example.org/a"))
        #expect(try ValueProbe().record(url).line == "//me:redacted@example.org/a")
    }

    @Test(arguments: [
        ("https://example.org/a?id=7&access_token=s3cret&x=", "https://example.org/a?id=7&access_token=redacted&x="),
        ("https://example.org/a?Api%5FKey=s3cret", "https://example.org/a?Api%5FKey=redacted"),
        ("https://example.org/#state=1&access_token=s3cret", "https://example.org/#state=1&access_token=redacted"),
        ("https://example.org/?sig=s3?cret&q=a?b", "https://example.org/?sig=redacted&q=a?b"),
        ("https://example.org/#/route?token=s3cret", "https://example.org/#/route?token=redacted"),
        ("https://example.org/?token&monkey=1", "https://example.org/?token&monkey=1"),
        ("https://example.org/access_token=1?", "https://example.org/access_token=1?"),
    ]) func urlsLeaveTheirTokensOut(url: String, expected: String) throws {
        let url = try #require(URL(string: url))
        #expect(try ValueProbe().record(url).line == expected)
        var configuration = RecorderConfiguration()
        configuration.hidesCredentials = false
        #expect(try ValueProbe(configuration).record(url).line == url.absoluteString)
    }

    @Test(arguments: [
        ("/?u=https://me:s3&token=cret@h&page=2", "/?u=https://me:redacted@h&page=2"),
        ("/?token=https://me:s3&c=ret@h&page=2", "/?token=redacted&page=2"),
        ("https://me:@example.org/?token=#sig=", "https://me:redacted@example.org/?token=redacted#sig=redacted"),
    ]) func urlsWithinURLsLeaveTheirSecretsOut(url: String, expected: String) throws {
        let url = try #require(URL(string: url))
        #expect(try ValueProbe().record(url).line == expected)
    }

    @Test func noSecretOfALongURLIsCutByTheLimitAndRecordedInPart() throws {
        let probe = try ValueProbe()
        let limit = SnapshotBudget().textBytes
        for length in (limit - 60)...limit {
            let start = "https://example.org/?a=" + String(repeating: "x", count: length - 23)
            let secret = String(repeating: "SECRET", count: 1_000)
            let value = try probe.record(try #require(URL(string: "\(start)&token=\(secret)&sig=SECRET")))
            let expected = "\(start)&token=redacted&sig=redacted"
            #expect(value.content == .text(String(expected.prefix(limit))))
        }
        #expect(try probe.count("SECRET") == 0)
    }

    @Test(arguments: [
        // What is behind a secret moves to the front.
        ("https://me:", "@example.org/?token=SECRET&page=2", "https://me:redacted@example.org/?token=redacted&page=2"),
        ("//h/?token=", "&sig=SECRET&page=2", "//h/?token=redacted&sig=redacted&page=2"),
        ("//h/#token=", "&sig=SECRET", "//h/#token=redacted&sig=redacted"),
        ("/?token=", "&u=https://me:SECRET@h/", "/?token=redacted&u=https://me:redacted@h/"),
    ]) func aSecretOfMegabytesHidesNoneBehindIt(before: String, behind: String, expected: String) throws {
        let url = before + String(repeating: "SECRET%26", count: 1_200_000) + behind
        let value = try ValueProbe().record(try #require(URL(string: url)))
        #expect(value.content == .text(expected) && value.truncation == nil)
    }

    @Test func aURLOfMegabytesIsCutAsOthers() throws {
        let url = "data:text/plain," + String(repeating: "x", count: 10_000_000) + "?token=SECRET"
        let value = try ValueProbe().record(try #require(URL(string: url)))
        #expect(value.content == .text(String(url.prefix(2_048))))
        #expect(value.truncation?.reason == .length && value.truncation?.original == url.utf8.count)
    }

    @Test func componentsOfURLsLeaveTheirSecretsOut() throws {
        let text = "https://me:s3cret@example.org:81/a?api_key=s3cret&page=2#token=s3cret"
        let components = try #require(URLComponents(string: text))
        let hidden = try ValueProbe().record(components)
        #expect(
            hidden.line == "https://me:redacted@example.org:81/a?api_key=redacted&page=2#token=redacted"
        )
        #expect(!"\(hidden)".contains("s3cret"))
        #expect(hidden["host"]?.content == .text("example.org") && hidden["user"]?.content == .text("me"))
        #expect(
            try ValueProbe().record(URLQueryItem(name: "access_token", value: "s3cret")).line == "access_token=redacted"
        )
        #expect(try ValueProbe().record(URLQueryItem(name: "page", value: "2")).line == "page=2")
        #expect(try ValueProbe().record(URLQueryItem(name: "token", value: nil)).line == "token")
        var configuration = RecorderConfiguration()
        configuration.hidesCredentials = false
        let shown = try ValueProbe(configuration).record(components)
        #expect(shown.line == text && shown["password"]?.content == .text("s3cret"))
    }

    @Test(arguments: [
        ("access_token=abc%26def%23ghi", "access_token=redacted"),
        ("state=a%20b&access_token=abc%26def&page=2", "state=a b&access_token=redacted&page=2"),
        ("/route%3Ftoken=abc", "/route?token=redacted"), ("a%26token=abc", "a&token=redacted"), ("a%20b", "a b"),
    ]) func fragmentsLeaveOutWholeSecretsThatContainSeparators(fragment: String, expected: String) throws {
        let components = try #require(URLComponents(string: "https://example.org/cb#" + fragment))
        #expect(try ValueProbe().record(components)["fragment"]?.content == .text(expected))
    }

    /// Regression test: the text showed the parts that a rule hides.
    @Test(arguments: [
        RedactionRule.label("password"), .label("user"), .label("fragment"), .label("queryItems"),
        .type(String.self), .type(URLQueryItem.self),
    ]) func componentsOfURLsHaveNoTextWithAPartThatARuleHides(rule: RedactionRule) throws {
        let components = try #require(URLComponents(string: "https://s3cret:s3cret@example.org/a?b=s3cret#s3cret"))
        var configuration = RecorderConfiguration()
        configuration.redactions = [rule]
        configuration.hidesCredentials = false
        let value = try ValueProbe(configuration).record(components)
        #expect(value.content == .text("") && !value.children.isEmpty)
        let other = try #require(URLComponents(string: "https://example.org"))
        let text = rule == .type(String.self) ? "" : "https://example.org"
        #expect(try ValueProbe(configuration).record(other).content == .text(text))
    }

    @Test func labelRulesReachTheParametersOfURLs() throws {
        var configuration = RecorderConfiguration()
        configuration.redactions = [.label("customer*")]
        let url = try #require(URL(string: "https://example.org/?customerNumber=4711&page=2"))
        #expect(
            try ValueProbe(configuration).record(url).line == "https://example.org/?customerNumber=redacted&page=2"
        )
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_826_153.125, "2000-02-29T12:09:13.125Z"),
        (-0.000_001, "1969-12-31T23:59:59.999999Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-62_167_219_200, "0000-01-01T00:00:00Z"), (1e20, "1e+20 s since 1970"),
    ])
    func datesAreWrittenAsRFC3339(seconds: Double, text: String) throws {
        #expect(try ValueProbe().record(Date(timeIntervalSince1970: seconds)).line == text)
    }

    @Test func datesAgreeWithFoundation() throws {
        let probe = try ValueProbe()
        for year in stride(from: -1.9e9, to: 8e9, by: 1.234_567_8e8) {
            let date = Date(timeIntervalSince1970: year.rounded())
            #expect(try probe.record(date).line == date.formatted(.iso8601))
        }
    }

    @Test func valuesWithPartsShowThemAndAreFoundByThem() throws {
        let probe = try ValueProbe()
        #expect(try probe.record(IndexPath(indexes: [2, 5])).line == "[2, 5]")
        let decimal = try probe.record(Decimal(string: "12.50"), "price")
        #expect(decimal.line == "12.5" && decimal["doubleValue"]?.content == .double(12.5))
        let measurement = try probe.record(Measurement(value: 21.5, unit: UnitTemperature.celsius))
        #expect(measurement.line == "21.5 °C" && measurement["unit"]?.content == .text("°C"))
        let components = try probe.record(DateComponents(year: 2026, month: 11, day: 22))
        #expect(components.line == "year: 2026, month: 11, day: 22" && components.children.count == 3)
        var leap = DateComponents(year: 2_026)
        leap.dayOfYear = 60
        leap.isLeapMonth = false
        #expect(try probe.record(leap).line == "year: 2026, dayOfYear: 60, isLeapMonth: false")
        let notification = try probe.record(
            Notification(name: .init("saved"), object: nil, userInfo: ["path": "/tmp/a", "size": 7])
        )
        #expect(notification.line == "saved" && notification["userInfo"]?.kind == .map)
        #expect(try probe.count("arg.price:>12") == 1)
        #expect(try probe.count("arg.month:11") == 1)
        #expect(try probe.count("arg.unit:°C") == 1)
        #expect(try probe.count("arg.userInfo:tmp/a") == 1)
        #expect(try probe.count("arg.year:>2026") == 0)
        #expect(try probe.survivesExport())
    }

    @Test func standardTypesAreReadable() throws {
        let probe = try ValueProbe()
        #expect(try probe.record(Result<Int, any Error>.success(5)).line == ".success(5)")
        #expect(try probe.record(Duration.milliseconds(1_500), "timeout").line == "1.5 seconds")
        #expect(try probe.record(ContiguousArray([1, 2])).line == "[1, 2]")
        #expect(try probe.record(["b": 1, "a": 2] as KeyValuePairs).line == "[\"b\": 1, \"a\": 2]")
        #expect(try probe.record(SIMD4<Float>(1, 2, 3, 4)).line == "[1.0, 2.0, 3.0, 4.0]")
        #expect(try probe.record(AnyHashable("x")).line == "\"x\"")
        #expect(try probe.count("arg.seconds:>1") == 1)
        #expect(try probe.survivesExport())
    }

    private struct Sensor: InspectableValue {
        let celsius: Double
        var inspectedDescription: String { "\(celsius) °C" }
        var inspectedParts: KeyValuePairs<String, Any> { ["celsius": celsius, "password": "1234"] }
    }

    private final class Station: InspectableValue {
        var inspectedDescription: String { "station" }
    }

    @Test func aTypeOfTheProgramGivesTextAndParts() throws {
        var configuration = RecorderConfiguration()
        configuration.redactions = [.label("*password*")]
        let probe = try ValueProbe(configuration)
        let sensor = try probe.record(Sensor(celsius: 21.5))
        #expect(sensor.line == "21.5 °C" && sensor.kind == .struct && sensor.count == 2)
        #expect(sensor["password"]?.kind == .redacted)
        let station = try probe.record(Station())
        #expect(station.line == "station" && station.kind == .object && station.identity != nil)
        #expect(try probe.count("arg.celsius:>21") == 1)
        #expect(try probe.count("arg.celsius:>22") == 0)
        #expect(try probe.count("arg:1234") == 0)
        #expect(try probe.survivesExport())
    }

    @Test func aDurationBeyondSixtyFourBitsOfSecondsIsRecorded() throws {
        let probe = try ValueProbe()
        let forever = Duration.seconds(Int64.max) + .seconds(Int64.max)
        let value = try probe.record(forever)
        #expect(value["seconds"]?.content == .double(2 * 0x1p63) && value.line == forever.description)
        #expect(try probe.record(Duration.milliseconds(-1_500))["seconds"]?.content == .double(-1.5))
        #expect(try probe.survivesExport())
    }

    @Test func aTimeBudgetMayBeAsLongAsADurationCanBe() throws {
        var configuration = RecorderConfiguration()
        configuration.budget.time = Duration.seconds(Int64.max) + .seconds(Int64.max)
        configuration.drainInterval = configuration.budget.time
        #expect(try ValueProbe(configuration).record([1, 2]).line == "[1, 2]")
    }

    @Test func whatARuleHidesIsNotInTheLineOfItsValueEither() throws {
        func line(_ rule: RedactionRule, _ value: some Any) throws -> String {
            var configuration = RecorderConfiguration()
            configuration.redactions = [rule]
            return try ValueProbe(configuration).record(value, "argument").line
        }
        let notification = Notification(name: Notification.Name("saved"))
        #expect(try line(.type(Notification.Name.self), notification) == "‹redacted›")
        #expect(try line(.label("name"), notification) == "‹redacted›")
        let warmth = Measurement(value: 21.5, unit: UnitTemperature.celsius)
        #expect(try line(.label("value"), warmth) == "‹redacted› °C")
        #expect(try line(.label("unit"), warmth) == "21.5 ‹redacted›")
        let birthday = DateComponents(timeZone: TimeZone(identifier: "GMT"), year: 1980, month: 5)
        #expect(try line(.label("year"), birthday) == "year: ‹redacted›, month: 5, timeZone: GMT")
        #expect(try line(.type(TimeZone.self), birthday) == "year: 1980, month: 5, timeZone: ‹redacted›")
        #expect(try line(.label("doubleValue"), Decimal(12)) == "‹redacted›")
        #expect(try line(.label("seconds"), Duration.seconds(12)) == "‹redacted›")
    }

    @Test func valuesAsDeepAsTheBudgetAllowsSurviveFileAndExport() throws {
        var configuration = RecorderConfiguration()
        configuration.budget.depth = 64
        let probe = try ValueProbe(configuration)
        var nested: Any = 7
        for _ in 0..<70 { nested = [nested] }
        #expect(try probe.record(nested).depth == 64)
        #expect(try probe.count("arg:nothing") == 0)
        #expect(try probe.survivesExport())
    }

    private struct Clock: InspectableValue {
        /// Whether the next description is the first one, which includes one-time initialization.
        nonisolated(unsafe) static var isFirst = true

        var inspectedDescription: String {
            if Self.isFirst { Thread.sleep(forTimeInterval: 0.5) }
            Self.isFirst = false
            return "noon"
        }
    }

    @Test func aSlowFirstDescriptionCutsNothing() throws {
        // Longer than a busy machine leaves a thread waiting.
        var configuration = RecorderConfiguration()
        configuration.budget.time = .milliseconds(200)
        let probe = try ValueProbe(configuration)
        let value = try probe.record([[1, 2], Clock(), Clock(), [3, 4], "text"] as [Any])
        #expect(value.truncation == nil && value.line == "[[1, 2], noon, noon, [3, 4], \"text\"]")
        #expect(try probe.record(Clock()).line == "noon")
    }
}

extension RecordedValue {
    /// Number of levels below this value.
    fileprivate var depth: Int { children.map { $0.depth + 1 }.max() ?? 0 }
}
