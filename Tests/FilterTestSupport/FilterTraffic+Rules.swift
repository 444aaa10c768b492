// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// A protocol on whose calls rules act.
protocol RuledTrafficDelegate: AnyObject {
    func visit(_ place: String, count: Int) -> Int
}

final class RuledTrafficProxy: ProtocolProxy<any RuledTrafficDelegate>, RuledTrafficDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let visit = MethodSelector<RuledTrafficProxy, (String, Int), Int>(
        "visit(_:count:)",
        of: "RuledTrafficDelegate",
        parameters: ["place", "count"],
        traits: [.needsAnswer, .editable]
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(visit)] }

    func visit(_ place: String, count: Int) -> Int {
        forward(Self.visit, (place, count), default: count) {
            $0.visit(place, count: count)
        } edited: {
            $0.visit($1.0, count: $1.1)
        }
    }
}

private final class RuledTrafficTarget: RuledTrafficDelegate {
    func visit(_ place: String, count: Int) -> Int { count * 2 }
}

extension FilterTraffic {
    /// Records calls on which rules acted: they changed arguments and answers, waited, marked and commented. One call was
    /// answered by a person. The rules are gone afterwards.
    func recordRuled() throws {
        let proxy = RuledTrafficProxy(recorder: recorder, ownerName: "Ruled")
        proxy.setForwardDelegate(RuledTrafficTarget(), retain: true)
        func add(_ action: Rule.Action, at point: Rule.Point = .before, count: Int) throws {
            var rule = Rule(action, at: point, when: try InvocationFilter("selector:visit arg.count:\(count)"))
            rule.blocks = [.main, .tasks]
            try recorder.rules.add(rule)
        }
        try add(.edit("place", #""foo""#), count: 1)
        try add(.edit("count", "7"), count: 2)
        try add(.answer("7"), count: 3)
        try add(.answer("20"), at: .after, count: 4)
        try add(.delay(.nanoseconds(1)), count: 5)
        try add(.delay(.milliseconds(2)), count: 6)
        try add(.mark, count: 6)
        try add(.comment("foo"), count: 7)
        try add(.hold(deadline: .seconds(600)), count: 8)
        let deciding = recorder.rules.onEvent { [rules = recorder.rules] event in
            if case .held(let held) = event { try? rules.release(held.number, .answer("100")) }
        }
        for place in ["foo", "bar", "größe"] {
            for count in 0...9 { _ = proxy.visit(place, count: count) }
        }
        deciding.cancel()
        recorder.rules.removeAll()
    }
}
