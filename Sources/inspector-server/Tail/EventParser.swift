// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Parses the bytes of an event stream.
///
/// - SeeAlso: WHATWG HTML, "Server-sent events", *Interpreting an event stream*.
struct EventParser {
    struct Event {
        let name: String
        let data: String
    }

    /// The id to resume after, kept across connections: that of the last whole block.
    private(set) var lastID: String?
    /// The id from the end of this block on. An event that is broken off must come again.
    private var pendingID: String?
    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []
    private var dataBytes = 0
    private var skipsLineFeed = false

    /// Most bytes of an event: many times those of a call with the largest budget.
    private static let limitBytes = 16 << 20

    /// Whether the incomplete event is larger than any of an inspector. What it goes on with would take memory without end.
    var isOverlong: Bool { line.count + dataBytes > Self.limitBytes }

    /// Discards the incomplete event of the last connection.
    mutating func connectionEnded() {
        (line, name, data, dataBytes, pendingID, skipsLineFeed) = ([], "", [], 0, lastID, false)
    }

    /// The events completed by these bytes.
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
        case "id" where !value.contains("\0"): pendingID = String(value)
        case "event": name = String(value)
        case "data":
            data.append(String(value))
            dataBytes += value.utf8.count
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> Event? {
        defer { (name, data, dataBytes) = ("", [], 0) }
        // A block without data has an id, too.
        lastID = pendingID
        return data.isEmpty ? nil : Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
    }
}
