// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

extension Reactive where Base: SearchBar {
    private typealias Selectors = SearchBarDelegateProxy.Selectors

    /// The proxy in the `delegate` property, installed if necessary.
    public var delegate: SearchBarDelegateProxy {
        get throws(DelegateProxyError) { try SearchBarDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the proxy's forward delegate, referenced weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any SearchBarDelegate) throws(DelegateProxyError) -> any Disposable {
        try SearchBarDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
    }

    /// The text and the user's changes to it; sending a value sets the text.
    public var text: ControlProperty<String?> {
        let now = Observable.deferred { [weak base] in
            base.map { Observable.just($0.text) } ?? .empty()
        }
        let typed = SearchBarDelegateProxy.methodInvoked(Selectors.textDidChange, of: base).map { $0.1 as String? }
        // Subscribe to changes first: otherwise, typing in response to the current text would go unnoticed.
        return ControlProperty(values: typed.merge(with: now), valueSink: Binder(base) { $0.text = $1 })
    }

    /// Clicks on the search button.
    public var searchButtonClicked: ControlEvent<Void> {
        ControlEvent(events: clicks(Selectors.searchButtonClicked))
    }

    /// Clicks on the cancel button.
    public var cancelButtonClicked: ControlEvent<Void> {
        ControlEvent(events: clicks(Selectors.cancelButtonClicked))
    }

    private func clicks(_ selector: MethodSelector<SearchBarDelegateProxy, SearchBar, Void>) -> Observable<Void> {
        SearchBarDelegateProxy.methodInvoked(selector, of: base).map { _ in }
    }
}
