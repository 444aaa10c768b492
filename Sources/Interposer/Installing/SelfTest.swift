// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A protocol of our own, whose calls have known values.
protocol ConventionProbe: AnyObject {
    func probe(
        _ number: Int,
        _ ratio: Double,
        _ text: String,
        _ mixed: ConventionSample,
        _ choice: Int?,
        _ last: Int8,
        _ rest: [Int]
    ) -> (Int, Double)
    func probe(large: ConventionLarge) throws -> ConventionLarge
}

struct ConventionSample: Equatable {
    var flag: Bool
    var small: Int16
    var ratio: Float
    var count: Int
}

struct ConventionLarge: Equatable {
    var words: (Int, Int, Int, Int, Int)

    static func == (left: Self, right: Self) -> Bool { left.words == right.words }
}

/// Checks that this process passes values as plans say. If it does not, because the toolchain is another one than those
/// that we know, nothing is interposed.
enum SelfTest {
    /// Computed once, in some milliseconds.
    static let isPassed = passes(expecting: expected)

    private struct Expected: Error {}

    private final class Prober: ConventionProbe {
        func probe(
            _ number: Int,
            _ ratio: Double,
            _ text: String,
            _ mixed: ConventionSample,
            _ choice: Int?,
            _ last: Int8,
            _ rest: [Int]
        ) -> (Int, Double) { (number + 1, ratio * 2) }

        func probe(large: ConventionLarge) throws -> ConventionLarge {
            if large.words.0 == 0 { throw Expected() }
            return large
        }
    }

    /// With one conforming type alone, an optimiser would call it directly.
    private final class OtherProber: ConventionProbe {
        func probe(
            _ number: Int,
            _ ratio: Double,
            _ text: String,
            _ mixed: ConventionSample,
            _ choice: Int?,
            _ last: Int8,
            _ rest: [Int]
        ) -> (Int, Double) { (0, 0) }

        func probe(large: ConventionLarge) throws -> ConventionLarge { large }
    }

    @inline(never)
    @_optimize(none)
    private static func probes() -> [any ConventionProbe] { [Prober(), OtherProber()] }

    @inline(never)
    @_optimize(none)
    private static func call(_ probe: any ConventionProbe) -> Bool {
        let mixed = ConventionSample(flag: true, small: -2, ratio: 0.25, count: 77)
        let answer = probe.probe(41, 1.5, "a text that has its bytes elsewhere", mixed, 7, -8, [9])
        let large = ConventionLarge(words: (1, 2, 3, 4, 5))
        let isSame = (try? probe.probe(large: large)) == large
        let hasThrown = (try? probe.probe(large: ConventionLarge(words: (0, 0, 0, 0, 0)))) == nil
        return answer == (42, 3) && isSame && hasThrown
    }

    /// The types of the probe, by their names in symbols. Of a program that is linked with this package, the runtime finds
    /// the program's, although those of the library that `exec` loads are meant.
    static let types = Dictionary(
        uniqueKeysWithValues: ([ConventionSample.self, ConventionLarge.self] as [Any.Type]).map { type in
            (_mangledTypeName(type) ?? "", type)
        }
    )

    /// Whether the calls are recorded with these values.
    static func passes(expecting expected: [[String]]) -> Bool {
        var configuration = RecorderConfiguration()
        // A value that takes long on a busy machine must not be cut.
        configuration.budget.time = .seconds(60)
        let recorder = Recorder(configuration)
        let interposer = Interposer(.init(protocols: ["ConventionProbe"]), recorder, isOwn: true)
        interposer.resume()
        // The first interposer may be one that a client of the server asked for.
        let isCalled = OwnWork.interrupted { call(probes()[0]) }
        interposer.remove()
        recorder.flush()
        let calls = recorder.invocations().items.reversed().map { call in
            call.arguments.map { text(of: $0.value) } + [call.result.map(text) ?? call.error.map(\.typeName) ?? ""]
        }
        return isCalled && calls == expected
    }

    /// The arguments of each call, and its result or error.
    static let expected = [
        [
            "signed(41)", "double(1.5)", "text(\"a text that has its bytes elsewhere\")",
            "none bool(true) signed(-2) float(0.25) signed(77)", "signed(7)", "signed(-8)", "none signed(9)",
            "none signed(42) double(3.0)",
        ],
        [
            "none none signed(1) signed(2) signed(3) signed(4) signed(5)",
            "none none signed(1) signed(2) signed(3) signed(4) signed(5)",
        ],
        ["none none signed(0) signed(0) signed(0) signed(0) signed(0)", "Expected"],
    ]

    private static func text(of value: RecordedValue) -> String {
        (["\(value.content)"] + value.children.map(text)).joined(separator: " ")
    }
}
