// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// Lets a person pick somebody, or something that is known of somebody, from the address book.
open class ContactPicker: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    private typealias Selectors = ContactPickerDelegateProxy.Selectors

    /// The proxies of this picker.
    public let delegateProxies = DelegateProxyStorage()

    /// Is told what was picked; held weakly.
    open weak var delegate: (any ContactPickerDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// Who can be picked.
    public let contacts: [Contact]

    private var answers = DelegateAnswers()

    /// A picker over an address book.
    public init(contacts: [Contact]) { self.contacts = contacts }

    /// A finger picks a person.
    public func pick(_ contact: Contact) {
        if answers.contains(Selectors.didSelectContact) { delegate?.contactPicker(self, didSelect: contact) }
    }

    /// A finger picks something that is known of a person.
    public func pick(_ property: ContactProperty) {
        if answers.contains(Selectors.didSelectProperty) { delegate?.contactPicker(self, didSelect: property) }
    }

    /// A finger leaves without picking.
    public func cancel() {
        if answers.contains(Selectors.didCancel) { delegate?.contactPickerDidCancel(self) }
    }
}
