// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ProtocolProxy {
    /// The requested retention of a target adopted from the property.
    final var retention: DelegateRetention { inspect(\.retention) }

    /// Whether the proxy keeps its target alive.
    final var retainsTarget: Bool { inspect(\.target).retained != nil }

    /// Changes the requested retention, also for a current target that was adopted from the property.
    final func setRetention(_ retention: DelegateRetention) {
        let (adopted, keeps) = inspect { setup in
            setup.retention = retention
            return (setup.adoptedNumber, setup.keepsAdopted(retention))
        }
        guard let adopted, let keeps else { return }
        hold(adopted, retain: keeps)
    }

    /// The current target, if it was adopted and is retained, and would not be with another retention.
    final func targetThatMayDie(with retention: DelegateRetention) -> Delegate? {
        inspect { setup in
            guard setup.adoptedNumber == setup.targetNumber, setup.keepsAdopted(retention) == false else { return nil }
            return setup.target.retained
        }
    }

    /// Notes that the property accepted the proxy in place of a target.
    ///
    /// - Parameters:
    ///   - number: Number of the target.
    ///   - retains: Whether the property retains its value.
    ///   - retention: That of the target.
    final func propertyDidTake(_ number: Int, retains: Bool, with retention: DelegateRetention) {
        let keeps = inspect { setup in
            setup.propertyRetains = retains
            return setup.keepsAdopted(retention)
        }
        if keeps == true { hold(number, retain: true) }
    }

    /// Whether the target with a given number was adopted from the property.
    final func hasAdopted(_ number: Int) -> Bool { inspect { $0.adoptedNumber == number } }

    /// Changes how the target is held, if it still has the given number.
    final func hold(_ number: Int, retain: Bool) {
        let (target, current) = inspect { ($0.target, $0.targetNumber) }
        guard current == number, (target.retained != nil) != retain, let delegate = target.delegate else { return }
        let new = Target(delegate, retain: retain, proxy: Self.self)
        change { if $0.targetNumber == number { $0.target = new } }
        // A target that was retained so far may die here, without a lock held.
        withExtendedLifetime(delegate) {}
    }

    /// The number of the target that it adopted last and retains only because the property did, nil if there is none.
    final var releasableTarget: Int? {
        inspect { setup in
            guard setup.retention == .asProperty, setup.adoptedNumber == setup.targetNumber else { return nil }
            return setup.target.retained == nil ? nil : setup.adoptedNumber
        }
    }

    /// Stops retaining the target, if it still has the given number.
    final func letGo(_ number: Int) {
        let (target, current) = inspect { ($0.target, $0.targetNumber) }
        guard current == number else { return }
        // A value cannot be held weakly.
        if target.holding == .value { giveUp(number) } else { hold(number, retain: false) }
        // The target may die here, without a lock held.
        withExtendedLifetime(target) {}
    }

    /// Forgets a target that the proxy adopted but cannot keep.
    final func giveUp(_ number: Int) {
        change { setup in
            guard setup.targetNumber == number else { return }
            setup.target = Target()
            setup.targetNumber += 1
        }
    }
}

extension ProtocolProxy.Setup {
    /// Whether a retention keeps an adopted target alive; nil while the property's own behaviour is unknown.
    fileprivate func keepsAdopted(_ retention: DelegateRetention) -> Bool? {
        switch retention {
        case .always: true
        case .never: false
        case .asProperty: propertyRetains
        }
    }
}
