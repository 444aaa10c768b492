// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CNats
import Synchronization

/// A connection to the broker.
///
/// - Invariant: Callable from any thread; calls block for at most `timeoutMilliseconds` for each answer.
final class Broker: Sendable {
    /// A stored message.
    struct Message: Sendable {
        var sequence: UInt64
        var subject: String
        var headers: [String: String]
        var body: [UInt8]
        /// By the clock of the server that stored it.
        var storedAtNanoseconds: Int64
    }

    static let timeoutMilliseconds: UInt32 = 5_000

    /// Called when the connection breaks and when it is restored.
    final class Watcher: Sendable {
        let body: @Sendable (_ isConnected: Bool) -> Void
        init(_ body: @escaping @Sendable (Bool) -> Void) { self.body = body }
    }

    private let pointer: Pointer

    /// Connects. A connection that breaks later is restored in the background, without end.
    ///
    /// - Parameter changed: Called on another thread when the connection breaks and when it is restored.
    /// - Throws: `.disconnected` if no server can be reached, `.refused`, `.invalid`.
    init(
        _ options: BrokerOptions,
        name: String = "inspector-fleet",
        changed: @escaping @Sendable (_ isConnected: Bool) -> Void = { _ in }
    ) throws(BrokerError) {
        try options.checkFiles()
        let secrets = try options.secrets()
        // Of a connection, it lives as long as the process: libnats may call it even after its end.
        let watcher = Unmanaged.passRetained(Watcher(changed))
        var failure = cnats_failure()
        var connection: OpaquePointer?
        var code: Int32 = 0
        let texts: [String?] = [
            name, options.credentials, secrets.user, secrets.password, secrets.token, options.certificateAuthority,
            options.certificate, options.key,
        ]
        CTexts.with(options.urls) { urls in
            CTexts.with(texts) { texts in
                guard let first = urls.baseAddress else { return }
                var given = cnats_options(
                    urls: first,
                    url_count: urls.count,
                    name: texts[0],
                    credentials_file: texts[1],
                    user: texts[2],
                    password: texts[3],
                    token: texts[4],
                    ca_file: texts[5],
                    certificate_file: texts[6],
                    key_file: texts[7],
                    needs_tls: options.urls.contains { $0.hasPrefix("tls:") },
                    timeout_milliseconds: Self.timeoutMilliseconds
                )
                code = cnats_connect(
                    &given,
                    { context, isConnected in
                        guard let context else { return }
                        Unmanaged<Watcher>.fromOpaque(context).takeUnretainedValue().body(isConnected)
                    },
                    watcher.toOpaque(),
                    &connection,
                    &failure
                )
            }
        }
        guard code == 0, let connection else {
            watcher.release()
            throw BrokerError(code, failure)
        }
        pointer = Pointer(connection)
    }

    /// A connection of CNats.
    private struct Pointer: @unchecked Sendable {
        // Sendable: CNats takes calls from any thread.
        let value: OpaquePointer
        init(_ value: OpaquePointer) { self.value = value }
    }

    var connection: OpaquePointer { pointer.value }

    /// Whether the connection exists at the moment.
    var isConnected: Bool { cnats_is_connected(connection) }

    /// Size of the largest message, headers included, in bytes.
    var payloadLimitBytes: Int { Int(cnats_payload_limit(connection)) }

    /// Ends the connection; no other call may be under way.
    func close() { cnats_connection_close(connection) }
}
