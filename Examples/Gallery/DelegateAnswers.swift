// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// Which requirements a delegate was found to implement when it was set.
///
/// The classes of the gallery ask once and remember the answers, as the frameworks do that they are miniatures of: a
/// delegate that changes its mind has to be set again, and a proxy sees to that when an observer comes or goes.
public struct DelegateAnswers {
    private let implemented: Set<Selector>?

    /// No delegate: nothing is implemented.
    public init() { implemented = [] }

    /// Asks a delegate. One that does not say is taken to implement everything.
    public init(of delegate: AnyObject?, about requirements: [AnyMethodSelector]) {
        guard let delegate else {
            implemented = []
            return
        }
        implemented = (delegate as? any DelegateCapabilities).map { delegate in
            Set(requirements.map(\.requirement.selector).filter { delegate.implements($0) })
        }
    }

    /// Whether a call of the requirement is worth while.
    public func contains<Proxy, Arguments, Return>(_ selector: MethodSelector<Proxy, Arguments, Return>) -> Bool {
        implemented?.contains(selector.selector) ?? true
    }
}
