// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

extension Reactive where Base: SearchBar {
    private typealias Selectors = SearchBarDelegateProxy.Selectors

    /// The proxy in the property `delegate`. Installs it when there is none.
    public var delegate: SearchBarDelegateProxy {
        get throws(DelegateProxyError) { try SearchBarDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the forward delegate of the proxy, held weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any SearchBarDelegate) throws(DelegateProxyError) -> any Disposable {
        try SearchBarDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
    }

    /// The text and what a person makes of it; sending to it sets the text.
    public var text: ControlProperty<String?> {
        let now = Observable.deferred { [weak base] in
            base.map { Observable.just($0.text) } ?? .empty()
        }
        let typed = SearchBarDelegateProxy.methodInvoked(Selectors.textDidChange, of: base).map { $0.1 as String? }
        // Changes first, or who types when told the text would not hear of it.
        return ControlProperty(values: typed.merge(with: now), valueSink: Binder(base) { $0.text = $1 })
    }

    /// The search is to begin.
    public var searchButtonClicked: ControlEvent<Void> {
        ControlEvent(events: clicks(Selectors.searchButtonClicked))
    }

    /// The search is given up.
    public var cancelButtonClicked: ControlEvent<Void> {
        ControlEvent(events: clicks(Selectors.cancelButtonClicked))
    }

    private func clicks(_ selector: MethodSelector<SearchBarDelegateProxy, SearchBar, Void>) -> Observable<Void> {
        SearchBarDelegateProxy.methodInvoked(selector, of: base).map { _ in }
    }
}
