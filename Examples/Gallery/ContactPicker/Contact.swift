// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A person in the address book.
public struct Contact: Hashable, Sendable {
    /// The full name.
    public let name: String
    /// The telephone number; nil if unknown.
    public let phone: String?

    /// Creates a contact.
    public init(name: String, phone: String? = nil) {
        self.name = name
        self.phone = phone
    }
}

/// A property of a contact.
public struct ContactProperty: Hashable, Sendable {
    /// The contact.
    public let contact: Contact
    /// The name of the property, such as `phone`.
    public let key: String
    /// The value.
    public let value: String

    /// Creates a property.
    public init(contact: Contact, key: String, value: String) {
        self.contact = contact
        self.key = key
        self.value = value
    }
}
