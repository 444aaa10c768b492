// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The delegate of a contact picker. All requirements are optional.
///
/// Two requirements share the name `contactPicker(_:didSelect:)` and differ in the type of the selection.
public protocol ContactPickerDelegate: AnyObject {
    /// A contact was picked.
    func contactPicker(_ picker: ContactPicker, didSelect contact: Contact)
    /// A property of a contact was picked.
    func contactPicker(_ picker: ContactPicker, didSelect contactProperty: ContactProperty)
    /// The selection was cancelled.
    func contactPickerDidCancel(_ picker: ContactPicker)
}

extension ContactPickerDelegate {
    /// The default implementation of `contactPicker(_:didSelect:)`.
    public func contactPicker(_ picker: ContactPicker, didSelect contact: Contact) {}
    /// The default implementation of `contactPicker(_:didSelect:)`.
    public func contactPicker(_ picker: ContactPicker, didSelect contactProperty: ContactProperty) {}
    /// The default implementation of `contactPickerDidCancel(_:)`.
    public func contactPickerDidCancel(_ picker: ContactPicker) {}
}
