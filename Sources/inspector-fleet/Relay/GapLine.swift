// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The line of a batch that says what is missing, in the form of the stream's event `gap`.
enum GapLine {
    /// The data of the event, as a line.
    ///
    /// - Returns: Nil if the data isn't a JSON object with members.
    static func line(of data: UnsafeRawBufferPointer) -> [UInt8]? {
        guard data.count > 2, data[0] == UInt8(ascii: "{") else { return nil }
        return Array(#"{"what":"gap","#.utf8) + data[1...]
    }

    /// Calls that the relay can't send.
    ///
    /// - Parameter positions: Nil if only events of proxies are missing.
    static func line(missing positions: ClosedRange<UInt64>?, events: UInt64 = 0, reason: StaticString) -> [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                json.member("what", "gap")
                json.member("from", positions?.lowerBound)
                json.member("to", positions?.upperBound)
                json.member("missed", positions.map { $0.upperBound - $0.lowerBound + 1 } ?? 0)
                if events > 0 { json.member("missedEvents", events) }
                json.member("reason", "\(reason)")
            }
        }
    }
}
