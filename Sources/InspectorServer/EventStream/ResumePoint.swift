// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The position at which a client's stream starts.
enum ResumePoint: Sendable, Hashable {
    /// Only what happens from now on.
    case live
    /// From the oldest stored invocation and proxy event.
    case earliest
    /// After the call at this position, and after the proxy event with this number if the id has one.
    case after(UInt64, event: UInt64? = nil)
    /// The given position belongs to another run: starts at the oldest stored invocation, after a `reset` with the
    /// reason.
    case restarted(oldEpoch: String)
    /// The given position lies in the future or is malformed: starts now, after a `reset` with the reason.
    case invalid(reason: StaticString)

    static func == (left: ResumePoint, right: ResumePoint) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    private var text: String {
        switch self {
        case .live: "live"
        case .earliest: "earliest"
        case .after(let position, let event): "after \(position).\(event.map(String.init) ?? "")"
        case .restarted(let epoch): "restarted \(epoch)"
        case .invalid(let reason): "invalid \(reason)"
        }
    }

    /// Parses the resume point of a request.
    ///
    /// The header overrides the parameter: a reconnecting browser sends the header with its original URL.
    ///
    /// - Parameters:
    ///   - header: `Last-Event-ID`. A malformed value is reported by a `reset`, because an EventSource cannot show an
    ///     error response and would stop for good.
    ///   - parameter: `lastEventId`.
    ///   - newest: The place after everything that is stored.
    /// - Throws: 400 `malformedId` for a malformed parameter.
    init(header: String?, parameter: String?, epoch: String, newest: StreamPlace) throws(HTTPProblem) {
        if let header, !header.isEmpty {
            self = Self.read(header, epoch: epoch, newest: newest) ?? .invalid(reason: "malformed")
        } else if let parameter, !parameter.isEmpty {
            guard let read = Self.read(parameter, epoch: epoch, newest: newest) else {
                throw HTTPProblem(
                    400,
                    "malformedId",
                    "“\(parameter)” is not a resume point; use \(epoch)-\(newest.position), earliest or latest.",
                    field: "lastEventId",
                    candidates: ["earliest", "latest"]
                )
            }
            self = read
        } else {
            self = .live
        }
    }

    private static func read(_ text: String, epoch: String, newest: StreamPlace) -> ResumePoint? {
        switch text {
        case "latest": return .live
        case "earliest": return .earliest
        default: break
        }
        guard let dash = text.lastIndex(of: "-"), dash > text.startIndex else { return nil }
        let parts = text[text.index(after: dash)...].split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt64($0) }
        guard numbers.count == parts.count, let position = numbers.first, numbers.count <= 2 else { return nil }
        let given = String(text[..<dash])
        guard given == epoch else { return InvocationID.isEpoch(given) ? .restarted(oldEpoch: given) : nil }
        let event = numbers.count == 2 ? numbers[1] : nil
        guard position <= newest.position, event ?? 0 <= newest.number else { return .invalid(reason: "future") }
        return .after(position, event: event)
    }
}

/// The stored positions at one moment.
struct StoredRange: Sendable {
    /// Nil when nothing is stored.
    let oldest: UInt64?
    /// The place after everything that is stored.
    let end: StreamPlace

    var newest: UInt64 { end.position }
    /// The position before the oldest stored one.
    var start: UInt64 { (oldest ?? newest.saturatingAdding(1)) - 1 }
}

extension StoredRange {
    init(_ recorder: Recorder) { self.init(oldest: recorder.oldestPosition, end: recorder.streamEnd) }
}

extension ResumePoint {
    /// The place after which a stream begins.
    func place(in range: StoredRange, _ recorder: Recorder) -> StreamPlace {
        switch self {
        case .live, .invalid: range.end
        // A recording has calls that its stream doesn't: those are a gap, from the first one on.
        case .earliest, .restarted:
            StreamPlace(
                position: recorder.streamsStoredCalls ? range.start : 0,
                number: recorder.proxyEventsEvictedThrough
            )
        case .after(let last, let event):
            StreamPlace(position: last, number: event ?? recorder.lastProxyEvent(before: last))
        }
    }

    private var isID: Bool { if case .after = self { true } else { false } }

    /// The event that reports an ignored resume point; nil if the resume point is followed.
    func reset(_ encoder: EventEncoder) -> [UInt8]? {
        switch self {
        case .live, .earliest, .after: nil
        case .restarted(let oldEpoch): encoder.reset(reason: "restarted", oldEpoch: oldEpoch)
        case .invalid(let reason): encoder.reset(reason: reason)
        }
    }

    /// Header fields with the same information: where the stream starts, and how many requested calls are missing.
    func headers(in range: StoredRange, _ recorder: Recorder) -> HTTPHeaders {
        let place = place(in: range, recorder)
        let begin = StreamPlace(position: max(place.position, range.start), number: place.number)
        let needsNumber = recorder.lastProxyEvent(before: begin.position) != begin.number
        let id = EventEncoder.text(begin, afterEvent: needsNumber)
        var headers: HTTPHeaders = [("Inspector-Resume-From", "\(recorder.epoch)-\(id)")]
        let missed = begin.position - place.position
        if isID || missed > 0 { headers.add("Inspector-Missed", "\(missed)") }
        return headers
    }
}
