// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Stores batches of one process in the broker, each exactly once and in order.
///
/// Each message names the sequence of the subject's message before it. So the broker takes no message twice and leaves
/// none out, whoever repeats what. If it is unknown whether a message was stored, the subject's last message tells.
final class Outbox {
    enum Interruption: Error {
        /// The program is to end.
        case stopped
        /// The subject's last message is another one than this relay knows.
        case moved(Broker.Message)
    }

    /// Largest body of more than one line, as sent, if the broker takes it.
    private static let bodyLimitBytes = 512 << 10
    /// Largest content of a body.
    private static let contentLimitBytes = 4 << 20
    /// Room for headers besides the description of the process.
    private static let headerBytes = 1_024
    /// After so many messages in a row, the broker may take larger ones than it last refused.
    private static let triedMessages = 32
    private static let retryMilliseconds: Int32 = 200

    private let broker: Broker
    private let process: RelayedProcess
    private let relay: RelayIdentity
    private let subject: String
    private let processText: String
    private let compressor = Zstandard.Compressor()
    private var lastSequence: UInt64 = 0
    /// Content bytes for each byte sent, of the last batch.
    private var ratio = 8.0
    /// Largest body of more than one line, smaller after the broker refused one as too large. A limit of the stream is
    /// not told otherwise, and both that and the server's can change: it grows again with the messages that are taken.
    private var learnedLimit = Outbox.bodyLimitBytes
    /// Messages that the broker took since that limit changed.
    private var takenMessages = 0
    /// Whether it was logged that a line was left out.
    private var hasToldGap = false
    private var lastRefusal = ""

    /// Called when the broker doesn't take a message, before the wait for it.
    var waits: () -> Void = {}
    /// Called again and again during the wait.
    var whileWaiting: () -> Void = {}

    init(_ broker: Broker, _ process: RelayedProcess, _ relay: RelayIdentity) {
        self.broker = broker
        self.process = process
        self.relay = relay
        subject = process.subject(in: .calls)
        processText = process.headerText
    }

    /// Size of a batch's content that is expected to make a full message.
    var contentBytes: Int {
        min(Self.contentLimitBytes, max(64 << 10, Int(Double(bodyLimit) * ratio * 0.9)))
    }

    /// Largest body that the broker takes, as far as it tells.
    private var payloadLimit: Int { broker.payloadLimitBytes - Self.headerBytes - processText.utf8.count }
    private var bodyLimit: Int { min(payloadLimit, learnedLimit) }

    /// Reads up to where the process was sent.
    ///
    /// - Returns: The subject's last message; nil if there is none.
    func begin() throws(Interruption) -> Broker.Message? {
        let message = try patiently { () throws(BrokerError) in try broker.last(subject: subject, in: .calls) }
        lastSequence = message?.sequence ?? 0
        return message
    }

    /// Stores all lines of a batch, in as few messages as its size allows. A gap stands for a line that no message can
    /// hold.
    func send(_ batch: Batch) throws(Interruption) {
        var index = 0
        var count = batch.lines.count
        while index < batch.lines.count {
            let range = index..<min(index + count, batch.lines.count)
            if let body = body(of: batch, range), try deliver(body, of: batch, range) {
                index = range.upperBound
            } else if range.count > 1 {
                count = (range.count + 1) / 2
            } else {
                try deliverGap(insteadOf: index, of: batch)
                index += 1
            }
        }
    }

    // MARK: Bodies

    private struct Body {
        let bytes: [UInt8]
        let encoding: String
    }

    /// The body with some lines; nil if it would be too large.
    private func body(of batch: Batch, _ range: Range<Int>) -> Body? {
        let limit = range.count == 1 ? payloadLimit : bodyLimit
        return batch.withBytes(of: range) { content in
            guard let bytes = compressor.compressed(content, limit: limit) else {
                return content.count <= limit ? Body(bytes: Array(content), encoding: "identity") : nil
            }
            if content.count > 16 << 10 { ratio = Double(content.count) / Double(bytes.count) }
            if bytes.count >= content.count { return Body(bytes: Array(content), encoding: "identity") }
            return Body(bytes: bytes, encoding: "zstd")
        }
    }

    private func headers(
        _ body: Body,
        _ after: ResumePlace,
        _ through: ResumePlace,
        _ count: Int
    ) -> [(String, String)] {
        [
            // The broker compares ids of all subjects, and a process has another one when its service is renamed. A
            // batch may hold only changed calls and end where it starts; the sequence tells it from the next one.
            (BrokerHeader.messageID, "\(subject)-\(after)-\(lastSequence)"),
            (BrokerHeader.after, "\(after)"), (BrokerHeader.through, "\(through)"),
            (BrokerHeader.encoding, body.encoding), (BrokerHeader.count, "\(count)"),
            (BrokerHeader.sent, "\(Clock.nowNanoseconds)"), (BrokerHeader.process, processText),
            (BrokerHeader.relay, relay.id),
        ]
    }

    // MARK: Delivery

    /// Stores what stands for a line that no message can hold.
    private func deliverGap(insteadOf index: Int, of batch: Batch) throws(Interruption) {
        if !hasToldGap {
            hasToldGap = true
            FleetLog.note(
                "\(process.label): a line is left out, as it is larger than the broker takes; others may follow"
            )
        }
        guard let gap = batch.gapLine(insteadOf: index) else { return }
        let body = Body(bytes: gap + [0x0A], encoding: "identity")
        while try !deliver(body, of: batch, index..<index + 1) { try pause(for: .tooLarge) }
    }

    /// Stores one message, waiting for the broker as long as it takes.
    ///
    /// - Returns: False if the broker finds it too large: nothing was stored.
    private func deliver(_ body: Body, of batch: Batch, _ range: Range<Int>) throws(Interruption) -> Bool {
        let (after, through) = (batch.place(before: range.lowerBound), batch.lines[range.upperBound - 1].place)
        var isUnknown = false
        while true {
            do throws(BrokerError) {
                lastSequence = try broker.store(
                    subject: subject,
                    headers: headers(body, after, through, range.count),
                    body: body.bytes,
                    lastSequence: lastSequence
                )
                noteTaken()
                return true
            } catch {
                switch error {
                case .wrongLastSequence, .duplicate: isUnknown = true
                case .timeout, .disconnected:
                    isUnknown = true
                    try pause(for: error)
                case .tooLarge:
                    if isUnknown, try isStored(after, through) { return true }
                    if range.count > 1 { limit(to: body.bytes.count / 2) }
                    return false
                case .missing, .refused, .invalid: try pause(for: error)
                }
            }
            if isUnknown, try isStored(after, through) { return true }
        }
    }

    private func limit(to bytes: Int) {
        learnedLimit = min(learnedLimit, bytes)
        takenMessages = 0
    }

    private func noteTaken() {
        takenMessages += 1
        guard takenMessages >= Self.triedMessages, learnedLimit < Self.bodyLimitBytes else { return }
        learnedLimit = min(Self.bodyLimitBytes, learnedLimit * 2)
        takenMessages = 0
    }

    /// Whether a message that may have been stored was.
    private func isStored(_ after: ResumePlace, _ through: ResumePlace) throws(Interruption) -> Bool {
        let message = try patiently { () throws(BrokerError) in try broker.last(subject: subject, in: .calls) }
        guard let message else {
            // All messages of the process have grown too old, or were deleted.
            lastSequence = 0
            if StopSignal.wait(milliseconds: 20) { throw .stopped }
            return false
        }
        if message.sequence == lastSequence {
            // Refused nevertheless: another server of the broker doesn't know yet.
            if StopSignal.wait(milliseconds: 20) { throw .stopped }
            return false
        }
        guard message.headers[BrokerHeader.relay] == relay.id, message.headers[BrokerHeader.after] == "\(after)",
            message.headers[BrokerHeader.through] == "\(through)"
        else { throw .moved(message) }
        lastSequence = message.sequence
        return true
    }

    /// Asks the broker until it answers.
    private func patiently<Answer>(_ body: () throws(BrokerError) -> Answer) throws(Interruption) -> Answer {
        while true {
            do throws(BrokerError) { return try body() } catch { try pause(for: error) }
        }
    }

    /// Waits a moment for a broker that doesn't take messages.
    private func pause(for error: BrokerError) throws(Interruption) {
        waits()
        // The end of the connection is noted where it is noticed, once for all processes.
        if case .disconnected = error {
            lastRefusal = ""
        } else if error.description != lastRefusal {
            lastRefusal = error.description
            FleetLog.note("\(process.label): \(error); trying again")
        }
        repeat {
            if StopSignal.wait(milliseconds: Self.retryMilliseconds) { throw .stopped }
            whileWaiting()
        } while !broker.isConnected
    }
}
