// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The position at which a client's stream starts.
enum ResumePoint: Sendable, Hashable {
    /// Only calls that complete from now on.
    case live
    /// From the oldest stored invocation.
    case earliest
    /// After this position.
    case after(UInt64)
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
        case .after(let position): "after \(position)"
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
    ///   - newest: Position of the newest stored invocation.
    /// - Throws: 400 `malformedId` for a malformed parameter.
    init(header: String?, parameter: String?, epoch: String, newest: UInt64) throws(HTTPProblem) {
        if let header, !header.isEmpty {
            self = Self.read(header, epoch: epoch, newest: newest) ?? .invalid(reason: "malformed")
        } else if let parameter, !parameter.isEmpty {
            guard let read = Self.read(parameter, epoch: epoch, newest: newest) else {
                throw HTTPProblem(
                    400,
                    "malformedId",
                    "“\(parameter)” is not a resume point; use \(epoch)-\(newest), earliest or latest.",
                    field: "lastEventId",
                    candidates: ["earliest", "latest"]
                )
            }
            self = read
        } else {
            self = .live
        }
    }

    private static func read(_ text: String, epoch: String, newest: UInt64) -> ResumePoint? {
        switch text {
        case "latest": return .live
        case "earliest": return .earliest
        default: break
        }
        guard let dash = text.lastIndex(of: "-"), dash > text.startIndex,
            let position = UInt64(text[text.index(after: dash)...])
        else { return nil }
        let given = text[..<dash]
        guard given == epoch else { return .restarted(oldEpoch: String(given)) }
        return position <= newest ? .after(position) : .invalid(reason: "future")
    }
}

/// The stored positions at one moment.
struct StoredRange: Sendable {
    /// Nil when nothing is stored.
    let oldest: UInt64?
    let newest: UInt64

    /// The position before the oldest stored one.
    var start: UInt64 { (oldest ?? newest + 1) - 1 }
}

extension StoredRange {
    init(_ recorder: Recorder) { self.init(oldest: recorder.oldestPosition, newest: recorder.status.lastPosition) }
}

extension ResumePoint {
    /// The position after which a stream begins.
    func position(in range: StoredRange) -> UInt64 {
        switch self {
        case .live, .invalid: range.newest
        case .earliest, .restarted: range.start
        case .after(let last): last
        }
    }

    /// The event that reports an ignored resume point; nil if the resume point is followed.
    func reset(_ encoder: EventEncoder) -> [UInt8]? {
        switch self {
        case .live, .earliest, .after: nil
        case .restarted(let oldEpoch): encoder.reset(reason: "restarted", oldEpoch: oldEpoch)
        case .invalid(let reason): encoder.reset(reason: reason)
        }
    }

    /// Header fields with the same information: where the stream starts, and how many requested calls are no longer
    /// stored.
    func headers(in range: StoredRange, epoch: String) -> HTTPHeaders {
        let begin = max(position(in: range), range.start)
        var headers: HTTPHeaders = [("Inspector-Resume-From", "\(epoch)-\(begin)")]
        if case .after(let last) = self { headers.add("Inspector-Missed", "\(begin - last)") }
        return headers
    }
}
