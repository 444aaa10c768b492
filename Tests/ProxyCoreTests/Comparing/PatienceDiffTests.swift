// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

@Suite struct PatienceDiffTests {
    private func keys(_ text: String) -> [UInt64] { text.utf8.map(UInt64.init) }

    private func common(_ one: String, _ other: String) -> String {
        let pairs = PatienceDiff.pairs(of: keys(one), and: keys(other))
        return String(decoding: pairs.map { Array(one.utf8)[$0.before] }, as: UTF8.self)
    }

    @Test(arguments: [
        ("", "", ""), ("abc", "", ""), ("", "abc", ""), ("abc", "abc", "abc"), ("abc", "abxc", "abc"),
        ("abcd", "acbd", "abd"), ("xxxx", "xxx", "xxx"), ("abab", "baba", "bab"), ("abcabc", "abcabcabc", "abcabc"),
        ("aXbXc", "aYbYc", "abc"),
    ])
    func findsWhatBothSidesHave(one: String, other: String, common: String) {
        #expect(self.common(one, other).count == common.count, "\(one) \(other)")
    }

    @Test func pairsEqualKeysInAscendingOrder() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let kinds = UInt64.random(in: 1...9, using: &generator)
            let sides = (0..<2).map { _ in
                (0..<Int.random(in: 0...60, using: &generator)).map { _ in UInt64.random(in: 0..<kinds) }
            }
            let pairs = PatienceDiff.pairs(of: sides[0], and: sides[1])
            #expect(pairs.allSatisfy { sides[0][$0.before] == sides[1][$0.after] })
            #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.before < $1.before && $0.after < $1.after })
        }
    }

    @Test func pairsAllButTheEditsOfALongSequence() {
        let one = (0..<20_000).map { UInt64($0 % 7) }
        var other = one
        for place in stride(from: 19_000, to: 0, by: -1_000) { other.remove(at: place) }
        #expect(PatienceDiff.pairs(of: one, and: other).count == other.count)
    }

    /// Each part has single keys at its end only: looking for them in all that is left took half an hour for 200 000.
    @Test func endsForLongSequencesOfWhichEachLevelSplitsLittleOff() {
        let count: UInt64 = 20_000
        func keys(_ side: UInt64) -> [UInt64] {
            var keys: [UInt64] = []
            for page in (0..<count).reversed() { keys += [page, page + 1, 1_000_000 + page * 2 + side] }
            return keys
        }
        let sides = [keys(0), keys(1)]
        let pairs = PatienceDiff.pairs(of: sides[0], and: sides[1])
        #expect(pairs.count >= Int(count))
        #expect(pairs.allSatisfy { sides[0][$0.before] == sides[1][$0.after] })
    }

    @Test func endsForLongSequencesWithoutAnythingInCommon() {
        // Two keys on both sides, in such an order that the shortest edit script is beyond the limit.
        let one = Array(repeating: UInt64(1), count: 30_000) + Array(repeating: 2, count: 30_000)
        let pairs = PatienceDiff.pairs(of: one, and: Array(one.reversed()))
        #expect(pairs.count == 30_000)
    }
}
