// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Turns the bytes of an event stream into events.
///
/// - SeeAlso: WHATWG HTML, "Server-sent events", *Interpreting an event stream*.
struct EventParser {
    struct Event {
        let name: String
        let data: String
    }

    /// The id to resume after; it outlives the connection.
    private(set) var lastID: String?
    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []
    private var skipsLineFeed = false

    /// Whatever was begun with the last connection is not going to be ended by the next one.
    mutating func connectionEnded() { (line, name, data, skipsLineFeed) = ([], "", [], false) }

    /// The events that are complete with these bytes.
    mutating func feed(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            defer { skipsLineFeed = byte == 0x0D }
            switch byte {
            case 0x0A where skipsLineFeed: continue
            case 0x0A, 0x0D:
                if let event = endLine() { events.append(event) }
            default: line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        if text.isEmpty { return dispatch() }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count == 2 ? parts[1] : ""
        if value.first == " " { value = value.dropFirst() }
        switch parts[0] {
        case "id" where !value.contains("\0"): lastID = String(value)
        case "event": name = String(value)
        case "data": data.append(String(value))
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> Event? {
        defer { (name, data) = ("", []) }
        return data.isEmpty ? nil : Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
    }
}
