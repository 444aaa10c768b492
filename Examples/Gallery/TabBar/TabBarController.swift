// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// A set of screens that shows the one whose tab is selected.
open class TabBarController: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    private typealias Selectors = TabBarControllerDelegateProxy.Selectors

    /// The proxies of this controller.
    public let delegateProxies = DelegateProxyStorage()

    /// The delegate, referenced weakly.
    open weak var delegate: (any TabBarControllerDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// The screens, from left to right.
    public let viewControllers: [ViewController]

    /// The index of the visible screen, counted from 0.
    public private(set) var selectedIndex = 0

    private var answers = DelegateAnswers()

    /// Creates a controller with one tab per screen, of which there must be at least one.
    public init(viewControllers: [ViewController]) { self.viewControllers = viewControllers }

    /// The visible screen.
    public var selectedViewController: ViewController { viewControllers[selectedIndex] }

    /// Simulates a tap on a tab; the delegate can prevent the selection.
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
