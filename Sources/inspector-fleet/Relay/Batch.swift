// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Lines of one process on their way to the broker, in the order of its event stream.
///
/// Each call is taken once: what lies before the place that was reached is skipped, and a jump of the positions becomes
/// a gap line.
struct Batch {
    struct Line {
        /// Offset after its line feed.
        var end: Int
        /// The place of the stream after it.
        var place: ResumePlace
    }

    /// The place before the first line.
    private(set) var after: ResumePlace
    private(set) var bytes: [UInt8] = []
    private(set) var lines: [Line] = []
    /// Why positions jump, if they do.
    private var reason: StaticString = "unknown"

    init(after place: ResumePlace) { after = place }

    /// The place after the last line.
    var through: ResumePlace { lines.last?.place ?? after }

    var isEmpty: Bool { lines.isEmpty }

    /// Takes an event of the stream; others than calls, events of proxies and gaps are left out.
    mutating func take(_ event: EventScanner.Event) {
        switch event.name {
        case .invocation: takeCall(event)
        case .lifecycle: takeProxyEvent(event)
        case .update where !event.isTooLong: append(event.data, through)
        case .gap: takeGap(event)
        case .reset: reason = "cleared"
        case .hello, .bye, .update, .other: break
        }
    }

    /// Notes that the process took its calls up to a position along.
    mutating func takeLoss(through position: UInt64) {
        let through = through
        guard position > through.position else { return }
        let line = GapLine.line(missing: through.position + 1...position, reason: "lost")
        append(line, ResumePlace(position: position, event: nil))
    }

    /// Starts the next batch where this one ends.
    mutating func removeAll() {
        after = through
        bytes.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
    }

    private mutating func takeCall(_ event: EventScanner.Event) {
        let through = through
        guard let place = event.place, place.position > through.position else { return }
        if place.position > through.position + 1 {
            let before = ResumePlace(position: place.position - 1, event: nil)
            append(GapLine.line(missing: through.position + 1...before.position, reason: reason), before)
        }
        reason = "unknown"
        if event.isTooLong {
            append(GapLine.line(missing: place.position...place.position, reason: "tooLarge"), place)
        } else {
            append(event.data, place)
        }
    }

    private mutating func takeProxyEvent(_ event: EventScanner.Event) {
        let through = through
        guard let place = event.place, place.position >= through.position else { return }
        if place.position == through.position, let last = through.event, let number = place.event, number <= last {
            return
        }
        if event.isTooLong {
            append(GapLine.line(missing: nil, events: 1, reason: "tooLarge"), place)
        } else {
            append(event.data, place)
        }
    }

    private mutating func takeGap(_ event: EventScanner.Event) {
        // A gap that was told before is told again by a stream that begins anew.
        guard let place = event.place, (through.position, through.event ?? 0) < (place.position, place.event ?? 0),
            let line = GapLine.line(of: event.data)
        else { return }
        append(line, place)
    }

    private mutating func append(_ line: [UInt8], _ place: ResumePlace) {
        line.withUnsafeBytes { append($0, place) }
    }

    private mutating func append(_ line: UnsafeRawBufferPointer, _ place: ResumePlace) {
        bytes.append(contentsOf: line)
        bytes.append(0x0A)
        lines.append(Line(end: bytes.count, place: place))
    }
}

extension Batch {
    /// The bytes of some of its lines.
    func withBytes<Answer>(of range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Answer) -> Answer {
        bytes.withUnsafeBytes { all in
            let start = range.lowerBound == 0 ? 0 : lines[range.lowerBound - 1].end
            let end = range.isEmpty ? start : lines[range.upperBound - 1].end
            return body(UnsafeRawBufferPointer(rebasing: all[start..<end]))
        }
    }

    /// The place before one of its lines.
    func place(before index: Int) -> ResumePlace { index == 0 ? after : lines[index - 1].place }

    /// What stands for a line that no message can hold; nil if nothing needs to.
    func gapLine(insteadOf index: Int) -> [UInt8]? {
        let (before, after) = (place(before: index), lines[index].place)
        if after.position > before.position {
            return GapLine.line(missing: before.position + 1...after.position, reason: "tooLarge")
        }
        return after == before ? nil : GapLine.line(missing: nil, events: 1, reason: "tooLarge")
    }
}
