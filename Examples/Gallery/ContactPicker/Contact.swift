// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A person in the address book.
public struct Contact: Hashable, Sendable {
    /// The name as one says it.
    public let name: String
    /// The telephone number, nil for none.
    public let phone: String?

    /// A person.
    public init(name: String, phone: String? = nil) {
        self.name = name
        self.phone = phone
    }
}

/// One thing that is known of a person.
public struct ContactProperty: Hashable, Sendable {
    /// The person.
    public let contact: Contact
    /// What it is: `phone`.
    public let key: String
    /// The value.
    public let value: String

    /// Something that is known of a person.
    public init(contact: Contact, key: String, value: String) {
        self.contact = contact
        self.key = key
        self.value = value
    }
}
