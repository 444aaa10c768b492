// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Gallery
import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) @MainActor struct ContactPickerTests {
    private let ada = Contact(name: "Ada", phone: "1815")
    private let bag = DisposeBag()

    @Test func overloadsOfOneNameAreToldApartByTheirTypes() throws {
        let picker = ContactPicker(contacts: [ada])
        let writer = Writer()
        var persons: [Contact] = []
        var properties: [ContactProperty] = []
        try picker.rx.setDelegate(writer).disposed(by: bag)
        picker.rx.didSelectContact.subscribe(onNext: { persons.append($0) }).disposed(by: bag)
        picker.rx.didSelectContactProperty.subscribe(onNext: { properties.append($0) }).disposed(by: bag)
        let phone = ContactProperty(contact: ada, key: "phone", value: "1815")
        picker.pick(ada)
        picker.pick(phone)
        #expect(persons == [ada] && properties == [phone])
        #expect(writer.seen == ["Ada", "phone of Ada"])
    }

    @Test func theSharedNameAloneIsRefusedWithBothCandidates() throws {
        let picker = ContactPicker(contacts: [])
        let proxy = try picker.rx.delegate
        let error = try #require(throws: DelegateProxyError.self) { try proxy.methodInvoked("contactPicker") }
        #expect(error.code == .ambiguousSelector)
        #expect(error.description.contains("(ContactPicker, Contact)"))
        #expect(error.description.contains("(ContactPicker, ContactProperty)"))
        var names: [String] = []
        try proxy.methodInvoked("contactPicker(_:didSelect:)(ContactPicker, Contact)")
            .subscribe(onNext: { names.append(($0[1] as? Contact)?.name ?? "?") }).disposed(by: bag)
        picker.pick(ada)
        #expect(names == ["Ada"])
    }
}

private final class Writer: ContactPickerDelegate {
    private(set) var seen: [String] = []

    func contactPicker(_ picker: ContactPicker, didSelect contact: Contact) { seen.append(contact.name) }

    func contactPicker(_ picker: ContactPicker, didSelect contactProperty: ContactProperty) {
        seen.append("\(contactProperty.key) of \(contactProperty.contact.name)")
    }
}
