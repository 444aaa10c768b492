// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import ProxyTestSupport
import Synchronization
import Testing

@testable import ProxyCore

private protocol Opening: AnyObject { func open(_ url: URL) }

private final class OpeningProxy: ProtocolProxy<any Opening>, Opening, @unchecked Sendable {
    private static let selector = MethodSelector<OpeningProxy, URL, Void>(
        "open(_:)",
        of: "Opening",
        parameter: "url",
        traits: .editable
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(selector)] }

    func open(_ url: URL) {
        forward(Self.selector, url) {
            $0.open(url)
        } edited: {
            $0.open($1)
        }
    }
}

private struct Order: Codable, Hashable {
    var price: Decimal
    var page: URL
    var due: Date?
}

@Suite struct MadeValueTests {
    private static let urls = [
        "https://me:s3cret@example.org/a", "//me:s3cret@example.org/a", "https://example.org/?access_token=s3cret",
        "https://example.org/#token=s3cret",
    ]

    /// The JSON of the argument, while the call is held.
    private func heldJSON(_ url: String, _ configuration: RecorderConfiguration) throws -> String? {
        let recorder = Recorder(configuration)
        let proxy = OpeningProxy(recorder: recorder)
        let seen = Mutex<[String?]>([])
        let token = recorder.rules.onEvent { event in
            guard case .held(let held) = event else { return }
            seen.withLock { $0 += held.arguments.map(\.json) }
            recorder.rules.releaseAll()
        }
        defer { token.cancel() }
        var rule = Rule(.hold(deadline: .seconds(600)), when: .everything)
        rule.blocks = [.main, .tasks]
        try recorder.rules.add(rule)
        proxy.open(try #require(URL(string: url)))
        let shown = seen.withLock { $0 }
        #expect(shown.count == 1)
        return shown.first ?? nil
    }

    @Test(arguments: urls) func aHeldCallShowsNoCredentialsOfAURL(url: String) throws {
        var configuration = RecorderConfiguration.unhurried
        #expect(try heldJSON(url, configuration) == nil)
        configuration.hidesCredentials = false
        #expect(try heldJSON(url, configuration) == "\"\(url)\"")
    }

    @Test func aHeldCallShowsNoParameterOfAURLThatARuleHides() throws {
        var configuration = RecorderConfiguration.unhurried
        configuration.redactions = [.label("customer*")]
        #expect(try heldJSON("https://example.org/?customerNumber=4711", configuration) == nil)
        #expect(try heldJSON("https://example.org/?page=2", configuration) == "\"https://example.org/?page=2\"")
    }

    @Test(
        arguments: [
            ("1.50", "1.5"), ("1E2", "100"), ("-0", "0"), ("12345678901234567890.123456789", nil), ("1e-128", ""),
            ("99999999999999999999999999999999999999", nil),
        ] as [(String, String?)]
    ) func aDecimalIsANumber(json: String, written: String?) throws {
        let made = try ValueMaker.make(json, as: Decimal.self)
        #expect(made == Decimal(string: json))
        let text = try #require(ValueMaker.json(of: made, as: Decimal.self))
        #expect(written == "" || text == written ?? json)
        #expect(try ValueMaker.make(text, as: Decimal.self) == made)
    }

    @Test(arguments: [
        "0.1234567890123456789012345678901234567891", "340282366920938463463374607431768211456", "1e-129", "1e400",
    ]) func aDecimalIsNotRounded(json: String) {
        #expect(throws: ValueProblem.self) { try ValueMaker.make(json, as: Decimal.self) }
    }

    @Test func textsAreURLsAndDates() throws {
        let json = #"{"price":1.25,"page":"https://example.org/?a=b#c","due":"2026-11-21T09:30:00.500+01:00"}"#
        let order = try ValueMaker.make(json, as: Order.self)
        let due = Date(timeIntervalSince1970: 1_795_249_800.5)
        let page = try #require(URL(string: "https://example.org/?a=b#c"))
        #expect(order == Order(price: Decimal(string: "1.25")!, page: page, due: due))
        #expect(ValueMaker.json(of: due, as: Date.self) == "\"2026-11-21T08:30:00.500Z\"")
        #expect(ValueMaker.json(of: page, as: URL.self) == "\"https://example.org/?a=b#c\"")
        for text in ["\"a b\"", "\"\"", "1"] {
            #expect(throws: ValueProblem.self, "\(text)") { try ValueMaker.make(text, as: URL.self) }
        }
        for text in ["\"yesterday\"", "\"2026-02-30T00:00:00Z\"", "true"] {
            #expect(throws: ValueProblem.self, "\(text)") { try ValueMaker.make(text, as: Date.self) }
        }
    }

    @Test func dataAreTheDigitsThatRecordsShow() throws {
        #expect(try ValueMaker.make("\"00fFa1\"", as: Data.self) == Data([0, 255, 161]))
        #expect(try ValueMaker.make("\"\"", as: Data.self) == Data())
        // Read as Base64, these digits would be other bytes.
        #expect(try ValueMaker.make("\"cafe\"", as: Data.self) == Data([0xCA, 0xFE]))
        #expect(try ValueMaker.make(#"{"base64":"cafe"}"#, as: Data.self) == Data([0x71, 0xA7, 0xDE]))
        #expect(try ValueMaker.make("[0,255]", as: Data.self) == Data([0, 255]))
        #expect(ValueMaker.json(of: Data([0, 255]), as: Data.self) == "\"00ff\"")
        #expect(ValueMaker.json(of: Data(count: 1 << 20), as: Data.self) == nil)
        for text in ["\"abc\"", "\"xy\"", "\"AP8=\"", "1", "{}", #"{"base64":"?"}"#, #"{"base64":"","a":1}"#] {
            #expect(throws: ValueProblem.self, "\(text)") { try ValueMaker.make(text, as: Data.self) }
        }
    }

    @Test func localesAndTimeZonesAreTheirIdentifiers() throws {
        #expect(try ValueMaker.make("\"de_DE\"", as: Locale.self) == Locale(identifier: "de_DE"))
        #expect(ValueMaker.json(of: Locale(identifier: "de_DE"), as: Locale.self) == "\"de_DE\"")
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(try ValueMaker.make("\"Europe/Berlin\"", as: TimeZone.self) == zone)
        #expect(ValueMaker.json(of: zone, as: TimeZone.self) == "\"Europe/Berlin\"")
        // As they encode themselves.
        #expect(try ValueMaker.make(#"{"identifier":"de_DE"}"#, as: Locale.self).identifier == "de_DE")
        #expect(try ValueMaker.make(#"{"identifier":"Europe/Berlin"}"#, as: TimeZone.self) == zone)
        #expect(throws: ValueProblem.self) { try ValueMaker.make("1", as: Locale.self) }
        for text in ["\"Europe/Nowhere\"", "\"\"", "2"] {
            #expect(throws: ValueProblem.self, "\(text)") { try ValueMaker.make(text, as: TimeZone.self) }
        }
    }

    @Test(arguments: [
        Locale.current, .autoupdatingCurrent, Locale(identifier: "en_US@calendar=buddhist"), Locale(identifier: ""),
    ])
    func aLocaleIsMadeAgain(locale: Locale) throws {
        let json = try #require(ValueMaker.json(of: locale, as: Locale.self))
        #expect(try ValueMaker.make(json, as: Locale.self).identifier == locale.identifier)
    }

    @Test(arguments: [TimeZone.current, .autoupdatingCurrent, .gmt, TimeZone(secondsFromGMT: -5_400)!])
    func aTimeZoneIsMadeAgain(zone: TimeZone) throws {
        let json = try #require(ValueMaker.json(of: zone, as: TimeZone.self))
        #expect(try ValueMaker.make(json, as: TimeZone.self).secondsFromGMT() == zone.secondsFromGMT())
    }

    @Test func componentsOfAURLHaveItsForm() throws {
        for text in ["https://example.org:81/a%20b?page=2#c", "/a", "mailto:me@example.org"] {
            let components = try #require(URLComponents(string: text))
            #expect(ValueMaker.json(of: components, as: URLComponents.self) == "\"\(text)\"")
            #expect(try ValueMaker.make("\"\(text)\"", as: URLComponents.self) == components)
        }
        for text in Self.urls {
            let components = try #require(URLComponents(string: text))
            #expect(ValueMaker.json(of: components, as: URLComponents.self, hidesCredentials: true) == nil)
        }
    }

    @Test func formsInWhichTypesEncodeThemselvesAreMadeToo() throws {
        #expect(try ValueMaker.make("12.5", as: Date.self) == Date(timeIntervalSinceReferenceDate: 12.5))
        let url = try ValueMaker.make(#"{"relative":"a","base":{"relative":"https://example.org/"}}"#, as: URL.self)
        #expect(url.absoluteString == "https://example.org/a")
        let again = try #require(ValueMaker.json(of: url, as: URL.self))
        #expect(try ValueMaker.make(again, as: URL.self) == url)
        let third = Date(timeIntervalSinceReferenceDate: 1.0 / 3)
        for date in [third, .distantPast, .distantFuture, Date(timeIntervalSince1970: -0.25), Date()] {
            let json = try #require(ValueMaker.json(of: date, as: Date.self))
            #expect(try ValueMaker.make(json, as: Date.self) == date)
        }
    }
}
