// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import FilterTestSupport

/// Texts are searched in large steps, and integers are compared with a range; these tests cover the boundaries.
@Suite struct FilterSearchTests {
    @Test func findsATextAtEveryPlaceOfTextsOfManyLengths() throws {
        let recorder = Recorder()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        for (length, place) in Self.places {
            proxy.text(Self.text(length, with: "nEEdle", at: place), foundCount: length)
            // The first and last letters match, but the letters in between do not.
            proxy.text(Self.text(length, with: "neeEle", at: place), foundCount: 1_000 + length)
            proxy.text(Self.text(length, with: "nEEdl", at: length - 5), foundCount: 2_000 + length)
        }
        recorder.flush()
        for filter in [
            "arg.text:needle", "arg:needle", "needle", "arg.text:*ne*dle*", "arg.text:n*needle*e | arg:*needle*",
        ] {
            let matched = recorder.count(matching: try InvocationFilter(filter), within: .seconds(60)).matched
            #expect(matched == Self.places.count, "\(filter)")
        }
    }

    @Test(arguments: [
        (">0", 3), (">=0", 4), ("<0", 3), ("<=-1", 3), ("=7", 1), ("-5..7", 5), (">9223372036854775806", 1),
        (">=9223372036854775807", 1), (">9223372036854775807", 0), ("<-9223372036854775807", 1),
        ("<=-9223372036854775808", 1), ("<-9223372036854775808", 0), ("0.5..7.5", 2), (">1e30", 0), ("<1e30", 7),
        ("7..3", 0),
    ])
    func comparesIntegersUpToTheirBounds(_ comparison: String, matches expected: Int) throws {
        let recorder = Recorder()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        for number in [Int.min, -5, -1, 0, 1, 7, .max] { proxy.text("", foundCount: number) }
        recorder.flush()
        let filter = try InvocationFilter("arg.count:\(comparison)")
        #expect(recorder.count(matching: filter).matched == expected)
    }

    /// Regression test: a `Float` was compared with all digits of its `Double`.
    @Test(arguments: [
        ("0.1", 2), (">=0.1", 5), (">0.1", 3), ("<0.1", 2), ("<=0.1", 4), ("0.1..0.2", 2), ("3.4028235e+38", 1),
        ("<1e39", 6), (">1e39", 1), ("1e39", 0), ("1e-45", 1), ("1e-60", 0), (">1e-60", 6),
    ])
    func findsAFloatByTheNumberThatIsShown(_ comparison: String, matches expected: Int) throws {
        let recorder = Recorder()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        let floats: [Float] = [0.1, 0.25, .greatestFiniteMagnitude, .infinity, .leastNonzeroMagnitude, 0]
        for float in floats { proxy.any(float, named: nil) }
        proxy.any(0.1, named: nil)
        recorder.flush()
        let filter = try InvocationFilter("arg.value:\(comparison)")
        #expect(recorder.count(matching: filter).matched == expected)
        #expect(recorder.invocations().items.count(where: filter.matches) == expected)
    }

    private static let places = (6...100).flatMap { length in
        stride(from: 0, through: length - 6, by: length > 40 ? 7 : 1).map { (length, $0) }
    }

    private static func text(_ length: Int, with part: String, at place: Int) -> String {
        String(repeating: "n", count: place) + part + String(repeating: "e", count: length - place - part.utf8.count)
    }
}
