// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The only conforming class; it does not implement `roomDidClose(_:)`.
final class Moderator: ChatRoomDelegate {
    // Stored properties: a call that mistakes another object for a Moderator reads garbage here.
    private let bannedWord = "spam"
    private(set) var deliveries = 0
    private var muted: [Member: Date] = [:]

    func room(_ room: ChatRoom, shouldAdmit member: Member) -> Bool { member.name != "Mallory" }

    func room(_ room: ChatRoom, didAdmit member: Member) {}

    func room(_ room: ChatRoom, willDeliver message: inout Message) throws {
        if let end = muted[message.author] { throw ChatError.muted(message.author, until: end) }
        if message.text.count > 80 { throw ChatError.tooLong(limit: 80) }
        guard message.text.contains(bannedWord) else { return }
        message.text = message.text.replacingOccurrences(of: bannedWord, with: "****")
        muted[message.author] = Date(timeIntervalSince1970: 1_800_000_000)
    }

    func room(_ room: ChatRoom, didDeliver message: Message, to member: Member) { deliveries += 1 }

    func room(_ room: ChatRoom, didReject message: Message, because error: any Error) {}
}
