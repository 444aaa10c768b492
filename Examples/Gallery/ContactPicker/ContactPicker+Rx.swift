// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

extension Reactive where Base: ContactPicker {
    private typealias Selectors = ContactPickerDelegateProxy.Selectors

    /// The proxy in the `delegate` property, installed if necessary.
    public var delegate: ContactPickerDelegateProxy {
        get throws(DelegateProxyError) { try ContactPickerDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the proxy's forward delegate, referenced weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any ContactPickerDelegate) throws(DelegateProxyError) -> any Disposable {
        try ContactPickerDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
    }

    /// Picked contacts.
    public var didSelectContact: ControlEvent<Contact> {
        ControlEvent(events: calls(Selectors.didSelectContact).map(\.1))
    }

    /// Picked properties of contacts.
    public var didSelectContactProperty: ControlEvent<ContactProperty> {
        ControlEvent(events: calls(Selectors.didSelectProperty).map(\.1))
    }

    /// Cancelled selections.
    public var didCancel: ControlEvent<Void> {
        ControlEvent(events: calls(Selectors.didCancel).map { _ in })
    }

    private func calls<Arguments>(
        _ selector: MethodSelector<ContactPickerDelegateProxy, Arguments, Void>
    ) -> Observable<Arguments> {
        ContactPickerDelegateProxy.methodInvoked(selector, of: base)
    }
}
