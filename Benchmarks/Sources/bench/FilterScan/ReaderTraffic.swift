// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

protocol ReaderDelegate: AnyObject {
    func reader(_ string: String, foundWord number: Int)
    func reader(_ string: String, didStartElement number: Int)
    func reader(_ string: String, didEndElement number: Int)
    func answer(_ string: String, to number: Int) -> Int
    func check(_ string: String, against number: Int) throws -> Bool
}

struct ReaderError: Error {
    var line: Int
}

final class ReaderProxy: ProtocolProxy<any ReaderDelegate>, ReaderDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.

    enum Selectors {
        static let found = selector("reader(_:foundWord:)", Void.self)
        static let start = selector("reader(_:didStartElement:)", Void.self)
        static let end = selector("reader(_:didEndElement:)", Void.self)
        static let answer = selector("answer(_:to:)", Int.self)
        static let check = selector("check(_:against:)", Bool.self)

        private static func selector<Result>(
            _ name: String,
            _: Result.Type
        ) -> MethodSelector<ReaderProxy, (String, Int), Result> {
            MethodSelector(name, of: "ReaderDelegate", parameters: ["string", "number"])
        }
    }

    func reader(_ string: String, foundWord number: Int) {
        forward(Selectors.found, (string, number)) { $0.reader(string, foundWord: number) }
    }

    func reader(_ string: String, didStartElement number: Int) {
        forward(Selectors.start, (string, number)) { $0.reader(string, didStartElement: number) }
    }

    func reader(_ string: String, didEndElement number: Int) {
        forward(Selectors.end, (string, number)) { $0.reader(string, didEndElement: number) }
    }

    func answer(_ string: String, to number: Int) -> Int {
        forward(Selectors.answer, (string, number), default: 0) { $0.answer(string, to: number) }
    }

    func check(_ string: String, against number: Int) throws -> Bool {
        try forward(Selectors.check, (string, number), default: false) { try $0.check(string, against: number) }
    }
}

/// Occasionally slow.
final class SlowReader: ReaderDelegate {
    private var sum = 0

    private func work(_ number: Int) { if number % 50 == 0 { for step in 0..<number { sum = sum &* 31 &+ step } } }

    func reader(_ string: String, foundWord number: Int) { work(number) }
    func reader(_ string: String, didStartElement number: Int) { work(number) }
    func reader(_ string: String, didEndElement number: Int) {}
    func answer(_ string: String, to number: Int) -> Int { number + sum % 2 }

    func check(_ string: String, against number: Int) throws -> Bool {
        if number == 0 { throw ReaderError(line: sum % 7) }
        return number % 2 == 0
    }
}

enum ReaderTraffic {
    private static let texts: [String] = {
        let words = [
            "the", "quick", "brown", "fox", "jumps", "over", "a", "lazy", "dog", "while", "Swift", "programs", "wait",
        ]
        return (0..<997).map { number in
            let picked = (0...(number % 7)).map { words[(number * 7 + $0 * $0 * 3 + number / 13) % words.count] }
            return picked.joined(separator: " ")
        }
    }()

    /// Records calls of four selectors, each with a text and a number.
    static func record(_ count: Int) -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedBytesLimit = 1 << 30
        configuration.storedCountLimit = count + 1
        let recorder = Recorder(configuration)
        read(0..<count, with: makeProxy(recorder))
        recorder.flush()
        return recorder
    }

    static func makeProxy(_ recorder: Recorder, ownerName: String = "Reader") -> ReaderProxy {
        let proxy = ReaderProxy(recorder: recorder, ownerName: ownerName)
        proxy.setForwardDelegate(SlowReader(), retain: true)
        return proxy
    }

    /// Makes one call for each number.
    static func read(_ numbers: Range<Int>, with proxy: ReaderProxy) {
        for index in numbers {
            let text = text(index)
            let number = index &* 7919 % 1_000
            switch index % 16 {
            case 0: proxy.reader(text, didStartElement: number)
            case 15: proxy.reader(text, didEndElement: number)
            case 7: _ = proxy.answer(text, to: number)
            default: proxy.reader(text, foundWord: number)
            }
        }
    }

    static func text(_ index: Int) -> String { texts[index % texts.count] }
}
