// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

extension Reactive where Base: TabBarController {
    /// The proxy in the property `delegate`. Installs it when there is none.
    public var delegate: TabBarControllerDelegateProxy {
        get throws(DelegateProxyError) { try TabBarControllerDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the forward delegate of the proxy, held weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any TabBarControllerDelegate) throws(DelegateProxyError) -> any Disposable {
        try TabBarControllerDelegateProxy.installForwardDelegate(
            delegate,
            retainDelegate: false,
            onProxyForObject: base
        )
    }

    /// Screens whose tab was chosen.
    public var didSelect: ControlEvent<ViewController> {
        let selector = TabBarControllerDelegateProxy.Selectors.didSelect
        return ControlEvent(events: TabBarControllerDelegateProxy.methodInvoked(selector, of: base).map(\.1))
    }
}
