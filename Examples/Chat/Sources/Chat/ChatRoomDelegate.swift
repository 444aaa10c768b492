// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyAnnotations
import ProxyCore

/// An internal protocol with one conforming class, like most protocols of a program.
@Proxied(parent: ChatRoom.self)
protocol ChatRoomDelegate: AnyObject {
    @Default(true) func room(_ room: ChatRoom, shouldAdmit member: Member) -> Bool
    func room(_ room: ChatRoom, didAdmit member: Member)
    /// May change or reject the message.
    func room(_ room: ChatRoom, willDeliver message: inout Message) throws
    func room(_ room: ChatRoom, didDeliver message: Message, to member: Member)
    func room(_ room: ChatRoom, didReject message: Message, because error: any Error)
    @Optional func roomDidClose(_ room: ChatRoom)
}
