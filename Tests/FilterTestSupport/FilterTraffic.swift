// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The protocol of the filter tests: values of every kind, results, errors.
protocol TrafficDelegate: AnyObject {
    func text(_ text: String, foundCount count: Int)
    func any(_ value: Any, named name: String?)
    func answer(to question: Double) -> Any
    func load(_ path: String) throws -> [String]
    func nothing()
}

class TrafficProxy: ProtocolProxy<any TrafficDelegate>, TrafficDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.

    enum Selectors {
        static let text = MethodSelector<TrafficProxy, (String, Int), Void>(
            "text(_:foundCount:)",
            of: "TrafficDelegate",
            parameters: ["text", "count"]
        )
        static let any = MethodSelector<TrafficProxy, (Any, String?), Void>(
            "any(_:named:)",
            of: "TrafficDelegate",
            parameters: ["value", "name"]
        )
        static let answer = MethodSelector<TrafficProxy, Double, Any>(
            "answer(to:)",
            of: "TrafficDelegate",
            parameters: ["question"]
        )
        static let load = MethodSelector<TrafficProxy, String, [String]>(
            "load(_:)",
            of: "TrafficDelegate",
            parameters: ["path"],
            traits: .throwing
        )
        static let later = MethodSelector<TrafficProxy, String, Void>(
            "later(_:)",
            of: "TrafficDelegate",
            parameter: "text",
            traits: .async
        )
        static let nothing = MethodSelector<TrafficProxy, (), Void>("nothing()", of: "EmptyDelegate", parameters: [])
    }

    func text(_ text: String, foundCount count: Int) {
        forward(Selectors.text, (text, count)) { $0.text(text, foundCount: count) }
    }

    func any(_ value: Any, named name: String?) {
        forward(Selectors.any, (value, name)) { $0.any(value, named: name) }
    }

    func answer(to question: Double) -> Any {
        forward(Selectors.answer, question, default: "default") { $0.answer(to: question) }
    }

    func load(_ path: String) throws -> [String] {
        try forward(Selectors.load, path) { target in try target.load(path) }
    }

    /// Does not suspend.
    nonisolated(nonsending) func later(_ text: String) async {
        await forward(Selectors.later, text, like: (nonisolated(nonsending) () async -> Void).self) {
            $0.text(text, foundCount: 0)
        }
    }

    func nothing() {
        forward(Selectors.nothing, ()) { $0.nothing() }
    }
}

enum TrafficError: Error {
    case timeout(seconds: Int)
    case notFound
}

struct Point: Equatable {
    var x: Double
    var note: String
}

struct TrafficFault: Error {
    var line: Int
    var note: String
}

final class TrafficFailure: Error {}

/// A value with a description and children.
struct Place: InspectableValue {
    var x: Int
    var note: String

    var inspectedDescription: String { "\(note) at \(x)" }
    var inspectedParts: KeyValuePairs<String, Any> { ["X": x, "note": note, "again": Point(x: 7, note: note)] }
}

final class PlaceObject: InspectableValue {
    let place: Place

    init(_ place: Place) { self.place = place }

    var inspectedDescription: String { "object " + place.note }
    var inspectedParts: KeyValuePairs<String, Any> { ["place": place, "größe": place.x] }
}

struct Secret: Redactable {
    var password = "foo"
}

/// Calls back into the proxy, so that calls nest.
final class TrafficTarget: TrafficDelegate, @unchecked Sendable {
    // Sendable: each test uses its own, from one thread at a time.
    var onText: (() -> Void)?

    func text(_ text: String, foundCount count: Int) { onText?() }
    func any(_ value: Any, named name: String?) {}
    func answer(to question: Double) -> Any { question > 3 ? ["foo", question] as [Any] : question }
    func load(_ path: String) throws -> [String] {
        if path.isEmpty { throw TrafficError.notFound }
        if path.hasPrefix("f") { throw TrafficError.timeout(seconds: path.utf8.count) }
        return [path, "bar"]
    }
    func nothing() {}
}

/// Random numbers that are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Records calls of all kinds; order and values depend only on the seed.
struct FilterTraffic {
    let recorder: Recorder
    private let proxies: [TrafficProxy]
    private let target = TrafficTarget()
    /// Keeps closures that were not called.
    var asking: AskingProxy?
    private var random: SeededGenerator

    static let words = [
        "foo", "Foobar", "found", "bar", "7", "-3", "nil", "größe", "GRÖSSE", "main", "a b", "", "e+20",
    ]

    init(seed: UInt64, configuration: RecorderConfiguration = RecorderConfiguration()) {
        recorder = Recorder(configuration)
        random = SeededGenerator(seed: seed)
        proxies = [
            TrafficProxy(recorder: recorder, ownerName: "Parser"),
            TrafficProxy(recorder: recorder, ownerName: "Reader"),
        ]
        proxies[0].setForwardDelegate(target, retain: true)
        recorder.recordTraces(from: TestSpan.source)
    }

    mutating func record(_ count: Int) {
        for _ in 0..<count {
            let span = UInt.random(in: 0..<1_000, using: &random)
            TestSpan.with(span % 3 == 0 ? span : 0) { recordOne() }
        }
        recorder.flush()
        noteSome()
    }

    /// Marks some calls and comments on others.
    private mutating func noteSome() {
        for seq in stride(from: 1, through: recorder.status.lastSeq, by: 5) {
            let isMarked = Bool.random(using: &random)
            let comment = isMarked && Bool.random(using: &random) ? nil : word()
            recorder.mark(InvocationID(epoch: recorder.epoch, seq: seq), marked: isMarked, comment: comment)
        }
    }

    /// The proxy with a target: a method that returns a value needs one.
    private var answering: TrafficProxy { proxies[0] }

    private mutating func recordOne() {
        let proxy = proxies[Int.random(in: 0...1, using: &random)]
        let word = self.word()
        switch Int.random(in: 0..<6, using: &random) {
        case 0: proxy.text(word, foundCount: Int.random(in: -5...20, using: &random))
        case 1: proxy.any(value(depth: 0), named: Bool.random(using: &random) ? nil : word)
        case 2: _ = proxy.answer(to: Double.random(in: 0...6, using: &random).rounded())
        case 3: _ = try? answering.load(word)
        case 4: proxy.nothing()
        default:
            let inner = proxies[Int.random(in: 0...1, using: &random)]
            target.onText = { [answering] in
                inner.nothing()
                _ = try? answering.load(word)
            }
            proxy.text("outer", foundCount: 1)
            target.onText = nil
        }
    }

    private mutating func word() -> String {
        let word = Self.words.randomElement(using: &random) ?? ""
        return Int.random(in: 0..<40, using: &random) == 0 ? String(repeating: word + ".", count: 800) : word
    }

    private mutating func value(depth: Int) -> Any {
        switch Int.random(in: 0..<(depth < 3 ? 28 : 14), using: &random) {
        case 0: return Int.random(in: -5...20, using: &random)
        case 1: return UInt64.max - UInt64.random(in: 0...2, using: &random)
        case 2: return [Double.nan, .infinity, 1e20, 2.5, -0.0, 7].randomElement(using: &random) ?? 0
        case 3: return Float(Int.random(in: 0...9, using: &random)) / 2
        case 4: return Bool.random(using: &random)
        case 5: return [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: 70)
        case 6: return target
        case 7: return Secret()
        case 8: return { (number: Int) in number }
        case 9: return TrafficError.notFound
        case 10: return Character("ö")
        case 11: return Int?.none as Any
        case 12, 13: return word()
        case 14: return (0..<Int.random(in: 0...40, using: &random)).map { $0 }
        case 15: return ["key": value(depth: depth + 1), word(): 1] as [String: Any]
        case 16: return (value(depth: depth + 1), word())
        case 17: return Point(x: 2.5, note: word())
        case 18: return TrafficError.timeout(seconds: 7)
        case 20: return Place(x: Int.random(in: -5...20, using: &random), note: word())
        case 21: return PlaceObject(Place(x: Int.random(in: -5...20, using: &random), note: word()))
        case 22: return Self.reader(line: Int.random(in: 0...20, using: &random))
        case 23: return Array(word().utf8)
        case 24: return TrafficFault(line: Int.random(in: -5...20, using: &random), note: word())
        case 25: return TrafficFailure()
        case 26: return ["key": word()] as KeyValuePairs
        case 27: return ContiguousArray([Duration.milliseconds(Int.random(in: 0...9, using: &random))])
        default: return [value(depth: depth + 1), value(depth: depth + 1)]
        }
    }
}
