// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// Lets the user pick a contact, or a property of a contact, from the address book.
open class ContactPicker: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    private typealias Selectors = ContactPickerDelegateProxy.Selectors

    /// The proxies of this picker.
    public let delegateProxies = DelegateProxyStorage()

    /// The delegate, referenced weakly.
    open weak var delegate: (any ContactPickerDelegate)? {
        didSet { answers = DelegateAnswers(of: delegate, about: Selectors.all) }
    }

    /// The available contacts.
    public let contacts: [Contact]

    private var answers = DelegateAnswers()

    /// Creates a picker for an address book.
    public init(contacts: [Contact]) { self.contacts = contacts }

    /// Simulates picking a contact.
    public func pick(_ contact: Contact) {
        if answers.contains(Selectors.didSelectContact) { delegate?.contactPicker(self, didSelect: contact) }
    }

    /// Simulates picking a property of a contact.
    public func pick(_ property: ContactProperty) {
        if answers.contains(Selectors.didSelectProperty) { delegate?.contactPicker(self, didSelect: property) }
    }

    /// Simulates cancelling the selection.
    public func cancel() {
        if answers.contains(Selectors.didCancel) { delegate?.contactPickerDidCancel(self) }
    }
}
