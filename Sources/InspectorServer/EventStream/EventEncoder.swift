// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The text form of events.
///
/// - SeeAlso: WHATWG HTML, "Server-sent events", *Interpreting an event stream*.
struct EventEncoder: Sendable {
    let epoch: String

    /// What every stream begins with: how soon to come back, and who speaks.
    func hello(oldest: UInt64?, newest: UInt64) -> [UInt8] {
        var json = JSONBytes()
        json.object { json in
            json.key("version")
            json.plain(InspectorServerVersion.text)
            json.key("epoch")
            json.plain(epoch)
            json.key("oldest")
            json.optional(oldest) { $0.integer($1) }
            json.key("newest")
            json.integer(newest)
        }
        return Array("retry: 2000\n\n".utf8) + event("hello", json.bytes)
    }

    /// A call that completed; moves the client's resume point to its position.
    func invocation(_ invocation: Invocation) -> [UInt8] {
        event("invocation", InvocationEncoder.encode(invocation), id: invocation.position)
    }

    /// A call that has been under way for long; does not move the resume point.
    func running(_ invocation: Invocation) -> [UInt8] {
        event("running", InvocationEncoder.encode(invocation))
    }

    /// Completed calls that this client can no longer get; moves the resume point to the last of them.
    func gap(from first: UInt64, to last: UInt64, missed: UInt64, reason: StaticString) -> [UInt8] {
        var json = JSONBytes(capacity: 128)
        json.object { json in
            json.key("from")
            json.integer(first)
            json.key("to")
            json.integer(last)
            json.key("missed")
            json.integer(missed)
            json.key("reason")
            json.plain("\(reason)")
        }
        return event("gap", json.bytes, id: last)
    }

    /// The client's resume point means nothing here.
    func reset(reason: StaticString, oldEpoch: String?) -> [UInt8] {
        var json = JSONBytes(capacity: 128)
        json.object { json in
            json.key("reason")
            json.plain("\(reason)")
            json.key("epoch")
            json.plain(epoch)
            if let oldEpoch {
                json.key("oldEpoch")
                json.string(oldEpoch)
            }
        }
        return event("reset", json.bytes)
    }

    /// Moves the resume point of a client that is sent nothing, without an event: the id is taken over, and a block
    /// without data is not dispatched.
    func idle(at position: UInt64) -> [UInt8] { Array("id: \(epoch)-\(position)\n\n".utf8) }

    private func event(_ name: StaticString, _ data: [UInt8], id: UInt64? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + 64)
        if let id { bytes += "id: \(epoch)-\(id)\n".utf8 }
        bytes += "event: ".utf8
        bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        // JSON escapes line breaks, so the data is one line.
        bytes += "\ndata: ".utf8
        bytes += data
        bytes += "\n\n".utf8
        return bytes
    }
}
