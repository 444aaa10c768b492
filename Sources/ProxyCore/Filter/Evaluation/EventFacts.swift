// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension InvocationFilter {
    /// Whether an event of a proxy passes. An event has an owner, a protocol, a target, a proxy and a time; terms about
    /// anything else are false.
    public func matches(_ event: ProxyEvent) -> Bool {
        var facts = EventFacts(event: event)
        return meaning.holds { facts.holds($0) }
    }
}

private struct EventFacts {
    let event: ProxyEvent
    private var scratch = MatchScratch()

    init(event: ProxyEvent) { self.event = event }

    mutating func holds(_ fact: CallFact) -> Bool {
        let time = event.occurredAtNanoseconds
        switch fact {
        case .startedSince(let instant): return time >= instant
        case .underWay(let from, let to): return time >= from ?? .min && time <= to ?? .max
        case .proxy(let test):
            let proxy = ProxyFacts(number: event.proxy, owner: event.owner, target: event.target, isMainOnly: false)
            return test(proxy, &scratch)
        case .process(let test): return event.process.map { test($0, &scratch) } ?? false
        case .epoch(let test): return event.epoch.map { test($0, &scratch) } ?? false
        case .event(let test): return test(event, &scratch)
        default: return false
        }
    }
}
