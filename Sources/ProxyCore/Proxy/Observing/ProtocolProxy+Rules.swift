// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ProtocolProxy {
    final var sites: [UnsafePointer<CallSite>] { Self.requirements.map(\.site) }

    /// Lets rules act on later calls. Of two editions, the later one stays, and calls follow it when this returns.
    final func adopt(_ edition: RuleBook.Edition, of book: RuleBook) {
        var rules: [UnsafePointer<CallSite>: SiteRules] = [:]
        for site in sites { rules[site] = SiteRules.make(site, edition.rules, book) }
        let isChange = inspect { setup in
            // Whoever brought the later edition may not have published it yet.
            guard setup.rulesVersion < edition.version else { return setup.publishedChange < setup.changes }
            setup.rulesVersion = edition.version
            // Most rules concern few proxies; the state of the others stays.
            if setup.rules.isEmpty, rules.isEmpty { return false }
            setup.rules = rules
            for site in rules.keys { _ = setup.hookSet(for: site) }
            // It is not published yet.
            setup.changes += 1
            return true
        }
        if isChange { change { _ in } }
    }
}

/// Stands for the closure `edited:` of proxies that pass none: no rule may change their arguments.
@usableFromInline
func neverEdited() -> Never {
    fatalError("a proxy without the closure “edited:” has the trait .editable in one of its selectors")
}
