// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Is told what was picked from the address book. Everything may be left out.
///
/// Two requirements share the name `contactPicker(_:didSelect:)` and differ in the type of what is selected.
public protocol ContactPickerDelegate: AnyObject {
    /// A person was picked.
    func contactPicker(_ picker: ContactPicker, didSelect contact: Contact)
    /// Something that is known of a person was picked.
    func contactPicker(_ picker: ContactPicker, didSelect contactProperty: ContactProperty)
    /// Nothing was picked.
    func contactPickerDidCancel(_ picker: ContactPicker)
}

extension ContactPickerDelegate {
    /// What stands in for `contactPicker(_:didSelect:)` where it is left out.
    public func contactPicker(_ picker: ContactPicker, didSelect contact: Contact) {}
    /// What stands in for `contactPicker(_:didSelect:)` where it is left out.
    public func contactPicker(_ picker: ContactPicker, didSelect contactProperty: ContactProperty) {}
    /// What stands in for `contactPickerDidCancel(_:)` where it is left out.
    public func contactPickerDidCancel(_ picker: ContactPicker) {}
}
