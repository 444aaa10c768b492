// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

struct Member: Hashable {
    var id = UUID()
    var name: String
}

struct Message {
    var author: Member
    var text: String
    var sentAt: Date
    var attachment: Data?
}

enum ChatError: Error {
    case muted(Member, until: Date)
    case tooLong(limit: Int)
}

/// A room unaware of proxies: it just calls its delegate.
final class ChatRoom {
    let name: String
    weak var delegate: (any ChatRoomDelegate)?
    private(set) var members: [Member] = []

    init(name: String) { self.name = name }

    func join(_ member: Member) {
        guard delegate?.room(self, shouldAdmit: member) ?? true else { return }
        members.append(member)
        delegate?.room(self, didAdmit: member)
    }

    func post(_ message: Message) {
        var message = message
        do {
            try delegate?.room(self, willDeliver: &message)
            for member in members where member != message.author {
                delegate?.room(self, didDeliver: message, to: member)
            }
        } catch {
            delegate?.room(self, didReject: message, because: error)
        }
    }

    func close() { delegate?.roomDidClose(self) }
}
