// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// Screens side by side, one of which is shown.
open class TabBarController: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    private typealias Selectors = TabBarControllerDelegateProxy.Selectors

    /// The proxies of this controller.
    public let delegateProxies = DelegateProxyStorage()

    /// Is told which tab is chosen; held weakly.
    open weak var delegate: (any TabBarControllerDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// The screens, from the left.
    public let viewControllers: [ViewController]

    /// The screen that is shown, counted from 0.
    public private(set) var selectedIndex = 0

    private var answers = DelegateAnswers()

    /// A bar with one tab per screen; at least one.
    public init(viewControllers: [ViewController]) { self.viewControllers = viewControllers }

    /// The screen that is shown.
    public var selectedViewController: ViewController { viewControllers[selectedIndex] }

    /// A finger taps a tab; the delegate may refuse.
    public func tapTab(at index: Int) {
        let viewController = viewControllers[index]
        if answers.contains(Selectors.shouldSelect),
            delegate?.tabBarController(self, shouldSelect: viewController) == false
        {
            return
        }
        selectedIndex = index
        if answers.contains(Selectors.didSelect) { delegate?.tabBarController(self, didSelect: viewController) }
    }
}
