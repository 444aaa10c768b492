// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

extension Reactive where Base: NavigationController {
    /// A screen, and whether the transition to it is animated.
    public typealias ShowEvent = (viewController: ViewController, animated: Bool)

    /// The proxy in the `delegate` property, installed if necessary.
    public var delegate: NavigationControllerDelegateProxy {
        get throws(DelegateProxyError) { try NavigationControllerDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the proxy's forward delegate, referenced weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any NavigationControllerDelegate) throws(DelegateProxyError) -> any Disposable {
        try NavigationControllerDelegateProxy.installForwardDelegate(
            delegate,
            retainDelegate: false,
            onProxyForObject: base
        )
    }

    /// Screens that are about to appear.
    public var willShow: ControlEvent<ShowEvent> { shows(NavigationControllerDelegateProxy.Selectors.willShow) }

    /// Screens that have appeared.
    public var didShow: ControlEvent<ShowEvent> { shows(NavigationControllerDelegateProxy.Selectors.didShow) }

    private func shows(_ selector: NavigationControllerDelegateProxy.Selectors.Show) -> ControlEvent<ShowEvent> {
        let calls = NavigationControllerDelegateProxy.methodInvoked(selector, of: base)
        return ControlEvent(events: calls.map { (viewController: $0.1, animated: $0.2) })
    }
}
