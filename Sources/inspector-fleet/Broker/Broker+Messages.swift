// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CNats

extension Broker {
    /// Stores a message.
    ///
    /// - Parameter lastSequence: Sequence of the message that must be the subject's last one, 0 for none; nil for no
    ///   condition.
    /// - Returns: Its sequence.
    /// - Throws: `.timeout` and `.disconnected`: it may have been stored. All others: it was not.
    func store(
        subject: String,
        headers: [(String, String)],
        body: [UInt8],
        lastSequence: UInt64?
    ) throws(BrokerError) -> UInt64 {
        var texts = headers.flatMap { [$0.0, $0.1] }
        if let lastSequence { texts += [BrokerHeader.expectedSequence, "\(lastSequence)"] }
        var failure = cnats_failure()
        var sequence: UInt64 = 0
        let code = CTexts.with(texts) { texts in
            // The texts are all given, so the pointers are too.
            texts.withMemoryRebound(to: UnsafePointer<CChar>.self) { texts in
                cnats_store(
                    connection,
                    subject,
                    texts.baseAddress,
                    texts.count / 2,
                    body,
                    body.count,
                    &sequence,
                    &failure
                )
            }
        }
        if code != 0 { throw BrokerError(code, failure, duplicate: sequence) }
        return sequence
    }

    /// The newest message of a subject; nil when there is none.
    ///
    /// The leader of the stream is asked, which knows of each message that was acknowledged.
    func last(subject: String, in stream: BrokerStream) throws(BrokerError) -> Message? {
        try read { message, failure in cnats_last(connection, stream.name, subject, &message, &failure) }
    }

    /// The first message from a sequence on whose subject matches the pattern; nil when there is none yet.
    func next(
        from sequence: UInt64,
        matching pattern: String,
        in stream: BrokerStream
    ) throws(BrokerError) -> Message? {
        try read { message, failure in
            cnats_next(connection, stream.name, max(sequence, 1), pattern, &message, &failure)
        }
    }

    private func read(
        _ body: (inout OpaquePointer?, inout cnats_failure) -> Int32
    ) throws(BrokerError) -> Message? {
        var failure = cnats_failure()
        var message: OpaquePointer?
        let code = body(&message, &failure)
        if cnats_error(code) == CNATS_ENOTFOUND { return nil }
        guard code == 0, let message else { throw BrokerError(code, failure) }
        defer { cnats_message_free(message) }
        return Message(message)
    }
}

extension Broker.Message {
    fileprivate init(_ message: OpaquePointer) {
        var length = 0
        let bytes = cnats_message_body(message, &length)
        var headers: [String: String] = [:]
        withUnsafeMutablePointer(to: &headers) { headers in
            cnats_message_headers(
                message,
                { context, name, value in
                    let headers = context?.assumingMemoryBound(to: [String: String].self)
                    headers?.pointee[String(cString: name)] = String(cString: value)
                },
                headers
            )
        }
        self.init(
            sequence: cnats_message_sequence(message),
            subject: String(cString: cnats_message_subject(message)),
            headers: headers,
            body: Array(UnsafeBufferPointer(start: bytes, count: length)),
            storedAtNanoseconds: cnats_message_time(message)
        )
    }
}
