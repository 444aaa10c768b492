// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

extension Reactive where Base: TabBarController {
    /// The proxy in the `delegate` property, installed if necessary.
    public var delegate: TabBarControllerDelegateProxy {
        get throws(DelegateProxyError) { try TabBarControllerDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the proxy's forward delegate, referenced weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any TabBarControllerDelegate) throws(DelegateProxyError) -> any Disposable {
        try TabBarControllerDelegateProxy.installForwardDelegate(
            delegate,
            retainDelegate: false,
            onProxyForObject: base
        )
    }

    /// Screens of selected tabs.
    public var didSelect: ControlEvent<ViewController> {
        let selector = TabBarControllerDelegateProxy.Selectors.didSelect
        return ControlEvent(events: TabBarControllerDelegateProxy.methodInvoked(selector, of: base).map(\.1))
    }
}
