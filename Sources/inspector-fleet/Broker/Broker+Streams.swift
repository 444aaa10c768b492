// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CNats

extension Broker {
    /// How long the broker remembers ids of messages: longer than any repetition of a message takes.
    private static let duplicateWindowNanoseconds: Int64 = 120_000_000_000

    /// Creates the streams that are missing; an existing one is left as it is.
    ///
    /// - Parameters:
    ///   - replicas: Number of servers that keep each message, 1 to 5; more than one needs a cluster.
    ///   - ageLimit: Calls older than this are deleted; nil for no limit.
    ///   - bytesLimit: The oldest calls are deleted when more bytes are stored; nil for no limit.
    func prepareStreams(replicas: Int, ageLimit: Duration?, bytesLimit: Int?) throws(BrokerError) {
        let age = ageLimit.map { $0.components.seconds * 1_000_000_000 } ?? 0
        try prepare(.calls, replicas, age: age, bytes: bytesLimit.map(Int64.init) ?? -1, perSubject: -1)
        try prepare(.programs, replicas, age: age, bytes: -1, perSubject: 1)
    }

    private func prepare(
        _ stream: BrokerStream,
        _ replicas: Int,
        age: Int64,
        bytes: Int64,
        perSubject: Int64
    ) throws(BrokerError) {
        var failure = cnats_failure()
        let code = stream.name.withCString { name in
            stream.everything.withCString { subject in
                var options = cnats_stream_options(
                    name: name,
                    subject: subject,
                    replica_count: Int32(clamping: replicas),
                    age_limit_nanoseconds: age,
                    bytes_limit: bytes,
                    messages_per_subject: perSubject,
                    duplicate_window_nanoseconds: age > 0
                        ? min(age, Self.duplicateWindowNanoseconds) : Self.duplicateWindowNanoseconds
                )
                return cnats_stream_prepare(connection, &options, &failure)
            }
        }
        if code != 0 { throw BrokerError(code, failure) }
    }

    /// What a stream holds now.
    func extent(of stream: BrokerStream) throws(BrokerError) -> StreamExtent {
        var failure = cnats_failure()
        var state = cnats_stream_state()
        let code = cnats_stream_extent(connection, stream.name, &state, &failure)
        if code != 0 { throw BrokerError(code, failure) }
        return StreamExtent(first: state.first, last: state.last, createdAtNanoseconds: state.created)
    }

    /// The messages of a stream that are stored now.
    struct StreamExtent: Sendable {
        /// Sequence of the first message; that after the last one if there is none.
        var first: UInt64
        /// Sequence of the last message.
        var last: UInt64
        /// When the stream was created, by a clock of the broker. It tells the stream from one that was made before.
        var createdAtNanoseconds: Int64
    }
}
