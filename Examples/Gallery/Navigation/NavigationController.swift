// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// A stack of screens that shows the topmost one.
open class NavigationController: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    private typealias Selectors = NavigationControllerDelegateProxy.Selectors

    /// The proxies of this controller.
    public let delegateProxies = DelegateProxyStorage()

    /// The delegate, referenced weakly.
    open weak var delegate: (any NavigationControllerDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// The screens, from the root.
    public private(set) var viewControllers: [ViewController]

    private var answers = DelegateAnswers()

    /// Creates a stack with one screen.
    public init(rootViewController: ViewController) { viewControllers = [rootViewController] }

    /// The topmost screen.
    public var topViewController: ViewController { viewControllers[viewControllers.count - 1] }

    /// Pushes a screen onto the stack.
    public func pushViewController(_ viewController: ViewController, animated: Bool) {
        show(viewControllers + [viewController], animated: animated)
    }

    /// Pops the topmost screen, unless it is the root.
    ///
    /// - Returns: The popped screen.
    @discardableResult
    public func popViewController(animated: Bool) -> ViewController? {
        guard viewControllers.count > 1, let top = viewControllers.last else { return nil }
        show(viewControllers.dropLast(), animated: animated)
        return top
    }

    private func show(_ stack: [ViewController], animated: Bool) {
        guard let top = stack.last else { return }
        if answers.contains(Selectors.willShow) {
            delegate?.navigationController(self, willShow: top, animated: animated)
        }
        viewControllers = stack
        if answers.contains(Selectors.didShow) {
            delegate?.navigationController(self, didShow: top, animated: animated)
        }
    }
}
