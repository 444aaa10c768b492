// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ProxyCore

/// Numbers that are the same in every run (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

struct HostileJSONTests {
    private static let types: [Any.Type] = [
        Int8.self, UInt64.self, Int128.self, Double.self, Float16.self, Bool.self, String.self, Character.self,
        Unicode.Scalar.self, Duration.self, Void.self, Int??.self, [Int?].self, Set<Double>.self, Set<[Int]>.self,
        [String: Int].self, [Int8: [Bool]].self, [Double: Level].self, [[Int]: Mode].self, Range<Int>.self,
        ClosedRange<Double>.self, Direction.self, Level.self, Mode.self, Options.self, Shape.self, Temperature.self,
        Profile.self, Job.self, MadeChoice.self, Dog.self, Matrix.self, Tree.self, Loose.self, SIMD4<Int8>.self,
        Data.self,
        URL.self, Date.self, UUID.self, Decimal.self, DateComponents.self, [UserID: Temperature?].self,
        PartialRangeFrom<Int>.self, IndexSet.self, Calendar.self, CharacterSet.self, Measurement<UnitLength>.self,
    ]

    private static let texts = [
        "0", "-1", "1e3", "1.5", "null", "true", "\"nan\"", "\"inf\"", "\"north\"", "\"f\"", "\"é\"", "\"1.0 °C\"",
        "[]",
        "[1,2,null]", "[[1],[2,3]]", "[[[1],\"f\"]]", "[[0.5,1],[\"nan\",5]]", #"{"a":1,"b":2}"#,
        #"{"1":[true],"-1":[]}"#,
        #"{"lowerBound":1,"upperBound":3}"#, #"{"name":"A","age":3,"contact":"mail","tags":["x","y"]}"#,
        #"{"after":{"_0":{"idle":{}},"seconds":2}}"#, #"{"some":{"_0":3}}"#, #"{"name":"Rex","super":{"legs":3}}"#,
        #"{"data":[[1,null],[]],"first":{"x":7}}"#, "[[[],null],[]]", #"{"relative":"https://a.example"}"#,
        #"{"exponent":-2,"length":1,"isNegative":false,"isCompact":true,"mantissa":[125,0,0,0,0,0,0,0]}"#,
        #"{"indexes":[{"location":1,"length":3}]}"#, #"{"7":"1.0 °C","8":null}"#,
        "\"00000000-0000-0000-0000-000000000000\"",
    ]

    private static let pieces = [
        "null", "true", "-", "0", "9", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e999",
        "1e-999",
        ".5", "0.1", "\"\"", "\"nan\"", "\"", "\\", "\\u0000", "\\ud83d", "[", "]", "{", "}", ",", ":", "[]", "{}",
        "\u{0}", "\u{7F}",
        "é", "\u{301}", "\"a\":1,", "340282366920938463463374607431768211456", "\"_0\":", "[[[[[[[[[[[[[[[[[[[[[[[[[",
    ]

    @Test(arguments: 0..<8)
    func mutatedTextsMakeAValueOrAProblemWithItsPlace(_ seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        var made = 0
        for _ in 0..<1_500 {
            var text = Self.texts.randomElement(using: &random) ?? ""
            for _ in 0..<Int.random(in: 0...4, using: &random) { Self.mutate(&text, &random) }
            for _ in 0..<6 {
                let type = Self.types.randomElement(using: &random) ?? Int.self
                do throws(ValueProblem) {
                    let value = try ValueMaker.makeAny(text, as: type)
                    made += 1
                    guard let json = ValueMaker.json(of: value, as: type) else { continue }
                    _ = try ValueMaker.makeAny(json, as: type)
                } catch {
                    #expect(!error.reason.isEmpty)
                    #expect(
                        error.position.map { (0...text.utf8.count).contains($0) } == true,
                        "\(text) as \(type): \(error)"
                    )
                }
                _ = try? ValueMaker.makeCase(text, of: type)
            }
        }
        #expect(made > 100)
    }

    private static func mutate(_ text: inout String, _ random: inout SeededGenerator) {
        var bytes = Array(text.utf8)
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...3, using: &random))
        let piece: [UInt8] =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: [UInt8.random(in: 0...255, using: &random)]
            case 1: Array((texts.randomElement(using: &random) ?? "").utf8)
            default: Array((pieces.randomElement(using: &random) ?? "").utf8)
            }
        bytes.replaceSubrange(start..<end, with: piece)
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Texts of a given size that would take quadratic time if something in them were looked at again and again.
    private static let growing: [(type: Any.Type, text: @Sendable (_ bytes: Int) -> String)] = [
        ([Int].self, { "[" + repeated("1,", $0) + "1]" }),
        ([Double].self, { "[" + repeated("0.1,", $0) + "1]" }),
        (Double.self, { "0." + repeated("1", $0) }),
        (Int.self, { repeated("9", $0) }),
        (Int.self, { "1" + repeated("0", $0) + "1" }),
        (Duration.self, { "0." + repeated("0", $0) + "1" }),
        (Character.self, { "\"e" + repeated("\u{301}", $0) + "\"" }),
        (String.self, { "\"" + repeated("\\u00e9", $0) + "\"" }),
        (Set<Double>.self, { "[" + repeated("\"nan\",", $0) + "1]" }),
        (Set<Double>.self, { "[" + numbers($0) + "\"x\"]" }),
        ([Direction].self, { "[" + repeated("\"south\",", $0) + "\"x\"]" }),
        ([String: Int].self, { "{" + members($0) + "\"x\":\"x\"}" }),
        (Profile.self, { "{" + members($0) + "\"name\":1}" }),
        ([Profile].self, { "[" + repeated(#"{"name":"A","tags":[],"contact":"fax"},"#, $0) + "1]" }),
        ([Profile?].self, { "[" + repeated("null,", $0) + "1]" }),
        // Each attempt throws an error, for which the test library takes a backtrace.
        (Loose.self, { "[" + repeated("[[[\"a\"]]],", $0 / 50) + repeated("1,", $0) + "true]" }),
        (Tree.self, { "[" + repeated("[[[null]]],", $0) + "1]" }),
        (Matrix.self, { "{\"data\":[[" + repeated("1,", $0) + "1]],\"first\":{}}" }),
        (Data.self, { "[" + repeated("1,", $0) + "256]" }),
        (Int.self, { repeated("[", $0) }),
    ]

    @Test(arguments: growing.indices)
    func timeGrowsWithTheText(_ index: Int) {
        let (type, text) = Self.growing[index]
        func time(_ bytes: Int) -> Double {
            let text = text(bytes)
            let start = Self.processorTime()
            for _ in 0..<(1_000_000 / bytes) { _ = try? ValueMaker.makeAny(text, as: type) }
            return Self.processorTime() - start
        }
        _ = time(1_000)
        // The same number of bytes in all: if time were quadratic, it would grow a hundredfold.
        let small = (0..<3).map { _ in time(10_000) }.min() ?? 0
        let large = (0..<2).map { _ in time(1_000_000) }.min() ?? 0
        #expect(large < small * 25 + 0.01, "\(index) \(type): \(small) s, \(large) s")
    }

    private static func repeated(_ text: String, _ bytes: Int) -> String {
        String(repeating: text, count: bytes / text.utf8.count)
    }

    private static func numbers(_ bytes: Int) -> String { (0..<(bytes / 8)).map { "\($0)," }.joined() }

    private static func members(_ bytes: Int) -> String { (0..<(bytes / 12)).map { "\"a\($0)\":1," }.joined() }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func deepValuesFitIntoHalfOfTheUsualStack() {
        let tests: [@Sendable () -> Void] = [
            { #expect(problem("1", Loop.self)?.contains("is nested in too many types") == true) },
            { #expect(problem(nested(64), Tree.self) == nil) },
            {
                let job = String(repeating: #"{"after":{"seconds":1,"_0":"#, count: 31) + #"{"idle":{}}"#
                #expect(problem(job + String(repeating: "}}", count: 31), Job.self) == nil)
            },
            { #expect(ValueMaker.json(of: Loop(), as: Loop.self) == nil) },
        ]
        let done = DispatchSemaphore(value: 0)
        for test in tests {
            let thread = Thread {
                test()
                done.signal()
            }
            thread.stackSize = 4_194_304
            thread.start()
            done.wait()
        }
    }
}
