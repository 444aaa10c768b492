// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Cuts the bytes of an event stream into events, without decoding them.
///
/// Only what inspected programs send is known: lines end with a line feed, and an event has one line of data.
/// - SeeAlso: WHATWG HTML, "Server-sent events", *Interpreting an event stream*.
struct EventScanner {
    enum Name { case hello, invocation, update, lifecycle, gap, reset, bye, other }

    struct Event {
        var name: Name
        /// From the event's id.
        var place: ResumePlace?
        /// Valid during the call; empty if the data was longer than `lineLimitBytes`.
        var data: UnsafeRawBufferPointer
        var isTooLong: Bool
    }

    /// Longest line, and longest data of an event, in bytes; longer ones are skipped.
    static let lineLimitBytes = 16 << 20

    private var partial: [UInt8] = []
    private var isTooLong = false
    private var data: [UInt8] = []
    private var name = Name.other
    private var place: ResumePlace?
    private var isDataTooLong = false
    private var hasData = false

    /// Discards the incomplete event of the last connection.
    mutating func connectionEnded() { self = EventScanner() }

    /// Calls `body` with each event that these bytes complete.
    mutating func feed<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        var rest = bytes
        while let start = rest.baseAddress, let end = memchr(start, 0x0A, rest.count) {
            let length = UnsafeRawPointer(end) - start
            let line = UnsafeRawBufferPointer(rebasing: rest[..<length])
            rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
            if partial.isEmpty, !isTooLong {
                try endLine(line, body)
            } else {
                keep(line)
                let whole = partial
                partial = []
                try whole.withUnsafeBufferPointer { line throws(Failure) in
                    try endLine(UnsafeRawBufferPointer(line), body)
                }
            }
        }
        keep(rest)
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        guard !isTooLong else { return }
        isTooLong = partial.count + bytes.count > Self.lineLimitBytes
        // The beginning tells which line it is.
        partial.append(contentsOf: isTooLong ? UnsafeRawBufferPointer(rebasing: bytes.prefix(16)) : bytes)
    }

    private mutating func endLine<Failure: Error>(
        _ line: UnsafeRawBufferPointer,
        _ body: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        let wasTooLong = isTooLong
        isTooLong = false
        if line.isEmpty { return try dispatch(body) }
        if let value = Self.value("data", of: line) {
            hasData = true
            isDataTooLong = isDataTooLong || wasTooLong || data.count + value.count > Self.lineLimitBytes
            if isDataTooLong { data = [] } else { data.append(contentsOf: value) }
        } else if let value = Self.value("id", of: line) {
            place = ResumePlace(id: value)
        } else if let value = Self.value("event", of: line) {
            name = Name(value)
        }
    }

    private mutating func dispatch<Failure: Error>(
        _ body: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        defer {
            if data.count < 1 << 20 { data.removeAll(keepingCapacity: true) } else { data = [] }
            (name, place, hasData, isDataTooLong) = (.other, nil, false, false)
        }
        guard hasData else { return }
        let (name, place, isTooLong) = (name, place, isDataTooLong)
        try data.withUnsafeBufferPointer { data throws(Failure) in
            try body(Event(name: name, place: place, data: UnsafeRawBufferPointer(data), isTooLong: isTooLong))
        }
    }

    /// The value of a line's field; nil for a line of another field.
    private static func value(_ field: StaticString, of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let length = field.utf8CodeUnitCount
        guard line.count > length, line[length] == UInt8(ascii: ":"), let start = line.baseAddress,
            memcmp(start, field.utf8Start, length) == 0
        else { return nil }
        let hasSpace = line.count > length + 1 && line[length + 1] == 0x20
        return UnsafeRawBufferPointer(rebasing: line[(length + (hasSpace ? 2 : 1))...])
    }
}

extension EventScanner.Name {
    private static let names: [(StaticString, Self)] = [
        ("invocation", .invocation), ("update", .update), ("lifecycle", .lifecycle), ("gap", .gap), ("hello", .hello),
        ("reset", .reset), ("bye", .bye),
    ]

    fileprivate init(_ text: UnsafeRawBufferPointer) {
        let found = Self.names.first { name, _ in
            text.count == name.utf8CodeUnitCount && memcmp(text.baseAddress!, name.utf8Start, text.count) == 0
        }
        self = found?.1 ?? .other
    }
}
