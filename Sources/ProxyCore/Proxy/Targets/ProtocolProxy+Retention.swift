// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ProtocolProxy {
    /// What the program wants for the target that comes from the property.
    final var retention: DelegateRetention { inspect(\.retention) }

    /// Whether the proxy keeps its target alive.
    final var retainsTarget: Bool { inspect(\.target).retained != nil }

    /// Changes what is wanted, for the target that is there too if it came from the property.
    final func setRetention(_ retention: DelegateRetention) {
        let (adopted, keeps) = inspect { setup in
            setup.retention = retention
            return (setup.adoptedNumber, setup.keepsAdopted)
        }
        guard let adopted, let keeps else { return }
        hold(adopted, retain: keeps)
    }

    /// The property was given the proxy in place of a target.
    ///
    /// - Parameters:
    ///   - number: Of the target.
    ///   - retains: Whether the property keeps what it is given alive.
    final func propertyDidTake(_ number: Int, retains: Bool) {
        let keeps = inspect { setup in
            setup.propertyRetains = retains
            return setup.keepsAdopted
        }
        if keeps == true { hold(number, retain: true) }
    }

    /// Whether the target with a given number came from the property.
    final func hasAdopted(_ number: Int) -> Bool { inspect { $0.adoptedNumber == number } }

    /// Holds the target another way, if it is still the one with a given number.
    final func hold(_ number: Int, retain: Bool) {
        let (target, current) = inspect { ($0.target, $0.targetNumber) }
        guard current == number, (target.retained != nil) != retain, let delegate = target.delegate else { return }
        let new = Target(delegate, retain: retain, proxy: Self.self)
        change { if $0.targetNumber == number { $0.target = new } }
        // The one that was kept so far may go here, without a lock.
        withExtendedLifetime(delegate) {}
    }

    /// Lets go of the target that came from the property, where the proxy keeps it only because the property did.
    final func releaseAdoptedTarget() {
        let number = inspect { $0.retention == .asProperty ? $0.adoptedNumber : nil }
        if let number { hold(number, retain: false) }
    }

    /// Forgets a target that the proxy was given and cannot have.
    final func giveUp(_ number: Int) {
        change { setup in
            guard setup.targetNumber == number else { return }
            setup.target = Target()
            setup.targetNumber += 1
        }
    }
}

extension ProtocolProxy.Setup {
    /// Whether a target that comes from the property is kept alive; nil where the property has not been asked.
    fileprivate var keepsAdopted: Bool? {
        switch retention {
        case .always: true
        case .never: false
        case .asProperty: propertyRetains
        }
    }
}
