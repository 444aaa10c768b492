// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// The proxy of `ContactPicker.delegate`.
open class ContactPickerDelegateProxy:
    DelegateProxy<ContactPicker, any ContactPickerDelegate>,
    DelegateProxyType,
    ContactPickerDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.

    /// The requirements of `ContactPickerDelegate`.
    public enum Selectors {
        /// `contactPicker(_:didSelect:)` for a contact
        public static let didSelectContact = MethodSelector<ContactPickerDelegateProxy, (ContactPicker, Contact), Void>(
            "contactPicker(_:didSelect:)(ContactPicker, Contact)",
            of: "ContactPickerDelegate",
            parameters: ["picker", "contact"],
            traits: .optional
        )
        /// `contactPicker(_:didSelect:)` for a property of a contact
        public static let didSelectProperty = MethodSelector<
            ContactPickerDelegateProxy, (ContactPicker, ContactProperty), Void
        >(
            "contactPicker(_:didSelect:)(ContactPicker, ContactProperty)",
            of: "ContactPickerDelegate",
            parameters: ["picker", "contactProperty"],
            traits: .optional
        )
        /// `contactPickerDidCancel(_:)`
        public static let didCancel = MethodSelector<ContactPickerDelegateProxy, ContactPicker, Void>(
            "contactPickerDidCancel(_:)",
            of: "ContactPickerDelegate",
            parameter: "picker",
            traits: .optional
        )

        /// All selectors.
        public static let all = [
            AnyMethodSelector(didSelectContact), AnyMethodSelector(didSelectProperty), AnyMethodSelector(didCancel),
        ]
    }

    /// Registers the proxy for `ContactPicker` and its subclasses.
    open class func registerKnownImplementations() {
        register { ContactPickerDelegateProxy(picker: $0) }
    }

    /// Creates the proxy of a picker. To install it as well, use `proxy(for:)`.
    public init(picker: ContactPicker, recorder: Recorder = .current) {
        super.init(parentObject: picker, delegateProxy: ContactPickerDelegateProxy.self, recorder: recorder)
    }

    /// The requirements of the protocol, typed.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// Forwards `contactPicker(_:didSelect:)`.
    open func contactPicker(_ picker: ContactPicker, didSelect contact: Contact) {
        forward(Selectors.didSelectContact, (picker, contact)) { $0.contactPicker(picker, didSelect: contact) }
    }

    /// Forwards `contactPicker(_:didSelect:)`.
    open func contactPicker(_ picker: ContactPicker, didSelect contactProperty: ContactProperty) {
        forward(Selectors.didSelectProperty, (picker, contactProperty)) {
            $0.contactPicker(picker, didSelect: contactProperty)
        }
    }

    /// Forwards `contactPickerDidCancel(_:)`.
    open func contactPickerDidCancel(_ picker: ContactPicker) {
        forward(Selectors.didCancel, picker) { $0.contactPickerDidCancel(picker) }
    }
}
