// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Testing

/// Random uses of a property: with a proxy, delegates answer, live and die as they do without one.
@Suite(.leavesNothing) struct PropertyInterferenceTests {
    private enum Step: CaseIterable {
        case set, clear, forget, remember, call, install, look, uninstall
    }

    /// Runs random steps and returns the program's observations.
    ///
    /// - Parameter expected: The observations without a proxy; nil if this run has none.
    private func trace(_ make: () -> Shelf, seed: UInt64, expected: [String]?) throws -> [String] {
        let isProxied = expected != nil
        var random = SplitMix(state: seed)
        var shelf: Shelf? = make()
        // Delegates held by local variables, as in most programs.
        var held: [ShelfTarget] = []
        let deaths = Guarded<[Int]>([])
        var seen: [String] = []
        var proxy: Int?
        for number in 1...40 {
            let step = Step.allCases.randomElement(using: &random) ?? .call
            let isHeld = Bool.random(using: &random)
            guard let shelf else { break }
            switch step {
            case .set:
                let target = ShelfTarget(number, onDeath: { deaths.change { $0.append(number) } })
                if isHeld { held.append(target) }
                shelf.delegate = target
            case .clear: shelf.delegate = nil
            case .forget: if !held.isEmpty { held.removeFirst() }
            case .remember: if let last = held.last { shelf.delegate = last }
            case .call: shelf.open()
            case .install: if isProxied { proxy = try LenientShelfProxy.proxy(for: shelf).number }
            case .look: if let proxy { ProxyWatcher.shared.lookNow(at: proxy) }
            case .uninstall: if isProxied { try LenientShelfProxy.proxy(for: shelf).uninstall() }
            }
            func line() -> String { "\(number) \(step) \(shelf.count()) \(deaths.value.sorted())" }
            // What a strong property let go of when it was overwritten goes when a watcher looks: this one, or one on
            // another thread that is at it.
            let deadline = ContinuousClock.Instant.patience
            while let expected, line() != expected[number - 1], ContinuousClock.now < deadline {
                if let proxy { ProxyWatcher.shared.lookNow(at: proxy) }
            }
            seen.append(line())
        }
        shelf = nil
        seen.append("parent dead \(deaths.value.sorted())")
        held = []
        seen.append("end \(deaths.value.sorted())")
        return seen
    }

    @Test(arguments: RetentionTests.Keeping.allCases)
    func delegatesLiveAndDieAsWithoutAProxy(keeping: RetentionTests.Keeping) throws {
        // Of what is hidden from the watcher, what an overwritten proxy retains goes when it goes back, not before.
        guard ![.boxed, .listed].contains(keeping) else { return }
        for _ in 0..<60 {
            let seed = UInt64.random(in: 0 ... .max)
            let direct = try trace({ keeping.shelf }, seed: seed, expected: nil)
            let proxied = try trace({ keeping.shelf }, seed: seed, expected: direct)
            guard direct == proxied else {
                let first = zip(direct, proxied).first { $0 != $1 }
                Issue.record("seed \(seed): without \(first?.0 ?? "") with \(first?.1 ?? "")\n\(proxied)")
                return
            }
        }
    }
}
