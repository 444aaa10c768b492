// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A place in the event stream of a process: after a call, and maybe after an event of a proxy that follows this call.
///
/// It is the part of an event's id behind the epoch: `123` or `123.7`.
struct ResumePlace: Sendable, Hashable, CustomStringConvertible {
    /// Position of the last call.
    var position: UInt64
    /// Number of the last event of a proxy; nil if the place is right after the call.
    var event: UInt64?

    /// Before everything.
    static let start = ResumePlace(position: 0, event: nil)

    var description: String { event.map { "\(position).\($0)" } ?? "\(position)" }
}

extension ResumePlace {
    /// Nil for other texts.
    init?(_ text: some StringProtocol) {
        var text = String(text)
        guard let place = text.withUTF8({ ResumePlace(UnsafeRawBufferPointer($0)[...]) }) else { return nil }
        self = place
    }

    /// Nil for other texts.
    init?(_ text: Slice<UnsafeRawBufferPointer>) {
        var numbers: (UInt64, UInt64?) = (0, nil)
        var hasDigit = false
        for byte in text {
            if byte == UInt8(ascii: "."), hasDigit, numbers.1 == nil {
                numbers.1 = 0
                hasDigit = false
                continue
            }
            guard (0x30...0x39).contains(byte) else { return nil }
            let (tens, isLarge) = (numbers.1 ?? numbers.0).multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = tens.addingReportingOverflow(UInt64(byte - 0x30))
            if isLarge || isLarger { return nil }
            if numbers.1 == nil { numbers.0 = sum } else { numbers.1 = sum }
            hasDigit = true
        }
        guard hasDigit else { return nil }
        (position, event) = numbers
    }

    /// The place in an event's id, `<epoch>-<place>`; nil for other texts.
    init?(id: UnsafeRawBufferPointer) {
        guard let dash = id.lastIndex(of: UInt8(ascii: "-")) else { return nil }
        self.init(id[(dash + 1)...])
    }
}
