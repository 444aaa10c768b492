// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore

/// An afternoon in one room.
struct ChatTraffic {
    let room = ChatRoom(name: "Delegates")
    let moderator = Moderator()

    func run() throws {
        room.delegate = moderator
        let proxy = try ChatRoomDelegateProxy.proxy(for: room)
        let admissions = proxy.methodInvoked(.didAdmit).subscribe(onNext: { _, member in
            FileHandle.standardError.write(Data("\(member.name) joined\n".utf8))
        })
        defer { admissions.dispose() }
        let alice = Member(name: "Alice")
        let bob = Member(name: "Bob")
        for member in [alice, bob, Member(name: "Mallory")] { room.join(member) }
        room.post(Message(author: alice, text: "Has anyone seen my delegate?", sentAt: .now))
        room.post(Message(author: bob, text: "Here", sentAt: .now, attachment: Data("a text file\n".utf8)))
        room.post(Message(author: bob, text: "Buy spam!", sentAt: .now, attachment: Data([0xFF, 0xD8, 0xFF, 0xE0])))
        room.post(Message(author: bob, text: "Why is nobody answering?", sentAt: .now))
        room.post(Message(author: alice, text: String(repeating: "very ", count: 40) + "long", sentAt: .now))
        room.close()
    }
}
