// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// The requirements that a delegate implements, determined when it is set.
///
/// The gallery's classes ask once and cache the answers, like the frameworks that they imitate. If a delegate's answers
/// change, it must be set again; a proxy does so when an observer is added or removed.
public struct DelegateAnswers {
    private let implemented: Set<Selector>?

    /// No delegate, so nothing is implemented.
    public init() { implemented = [] }

    /// Asks a delegate. A delegate without `DelegateCapabilities` is assumed to implement everything.
    public init(of delegate: AnyObject?, about requirements: [AnyMethodSelector]) {
        guard let delegate else {
            implemented = []
            return
        }
        implemented = (delegate as? any DelegateCapabilities).map { delegate in
            Set(requirements.map(\.requirement.selector).filter { delegate.implements($0) })
        }
    }

    /// Whether to call the requirement.
    public func contains<Proxy, Arguments, Return>(_ selector: MethodSelector<Proxy, Arguments, Return>) -> Bool {
        implemented?.contains(selector.selector) ?? true
    }
}
