// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore
import Testing

private struct Hidden { var number = 5 }

private typealias Numbers = (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int)
private typealias Values = (Any, Any, Any, Any, Any, Any, Any, Any, Any, Any)

/// Requirements with tuples of which not every type is known, so that the size of their arguments is a bound.
private protocol LongTuples: AnyObject {
    func take(_ tuple: (Numbers, Numbers, Numbers, Numbers, Hidden), _ last: Int) -> Int
    func take<Value>(_ tuple: (Numbers, Numbers, Numbers, Numbers, Value?), generic last: Int) -> Int
    func give(_ number: Int) -> (Values, Values, Hidden)
}

private final class Taker: LongTuples {
    func take(_ tuple: (Numbers, Numbers, Numbers, Numbers, Hidden), _ last: Int) -> Int {
        tuple.0.0 &+ tuple.3.9 &+ tuple.4.number &+ last
    }

    func take<Value>(_ tuple: (Numbers, Numbers, Numbers, Numbers, Value?), generic last: Int) -> Int {
        tuple.0.0 &+ tuple.3.9 &+ (tuple.4 == nil ? 0 : 1) &+ last
    }

    func give(_ number: Int) -> (Values, Values, Hidden) {
        let values: Values = (number, 1, 2, 3, 4, 5, 6, 7, 8, number)
        return (values, values, Hidden(number: number))
    }
}

private final class OtherTaker: LongTuples {
    func take(_ tuple: (Numbers, Numbers, Numbers, Numbers, Hidden), _ last: Int) -> Int { 0 }
    func take<Value>(_ tuple: (Numbers, Numbers, Numbers, Numbers, Value?), generic last: Int) -> Int { 0 }
    func give(_ number: Int) -> (Values, Values, Hidden) { Taker().give(0) }
}

extension InterpositionTests {
    @Suite struct LongTupleTests {
        @inline(never) @_optimize(none) private func tuples() -> any LongTuples { Taker() }

        @Test func allOfATupleOnTheStackReachesTheWitness() {
            let recorder = Recorder()
            let interposer = Interposer.install("LongTuples", recorder: recorder)
            defer { interposer.remove() }
            let tuples = tuples()
            let numbers: Numbers = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
            #expect(tuples.take((numbers, numbers, numbers, numbers, Hidden()), 100) == 116)
            #expect(tuples.take((numbers, numbers, numbers, numbers, "text" as String?), generic: 100) == 112)
            let (first, second, hidden) = tuples.give(7)
            #expect(first.0 as? Int == 7 && first.9 as? Int == 7 && second.9 as? Int == 7 && hidden.number == 7)
            recorder.flush()
            #expect(recorder.status.recorded == 3)
            #expect(interposer.entries.allSatisfy { $0.refusal == nil && $0.limitation != nil })
        }
    }
}
