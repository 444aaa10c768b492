// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import HTTPTestSupport
import ProxyCore
import Synchronization

@testable import InspectorServer

/// The transport of a test.
enum Transport: CaseIterable, Sendable {
    /// Calls the service as a function.
    case direct
    /// Sends bytes to 127.0.0.1.
    case live
}

/// A response, in the same form for both transports.
struct Reply {
    let status: Int
    let headers: HTTPHeaders
    let text: String

    func json() throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }
}

extension JSONValue {
    /// An element of an array.
    subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The value as text.
    var json: String { String(decoding: JSONWriter.bytes { write(to: &$0) }, as: UTF8.self) }

    var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    var keys: [String]? { if case .object(let members) = self { members.map(\.key) } else { nil } }
}

/// Sends requests to a server over either transport.
struct InspectorClient {
    fileprivate enum Connection {
        case direct(HTTPService)
        case live
    }

    fileprivate let connection: Connection
    let port: UInt16

    fileprivate init(connection: Connection, port: UInt16) {
        self.connection = connection
        self.port = port
    }

    /// A client of a server that runs.
    init(port: UInt16) { self.init(connection: .live, port: port) }

    func get(_ target: String, headers: [(String, String)] = []) throws -> Reply {
        try send("GET", target, headers: headers)
    }

    func post(_ target: String, _ body: String) throws -> Reply {
        try send("POST", target, headers: [("Content-Type", "application/json")], body: body)
    }

    func send(
        _ method: String,
        _ target: String,
        headers: [(String, String)] = [],
        body: String = ""
    ) throws -> Reply {
        var fields = headers.filter { !$0.1.isEmpty }
        if !headers.contains(where: { $0.0 == "Host" }) { fields.insert(("Host", "127.0.0.1:\(port)"), at: 0) }
        switch connection {
        case .direct(let service): return try send(service, method, target, fields, body)
        case .live: return try send(try TestSocket(port: port), method, target, fields, body)
        }
    }

    private func send(
        _ service: HTTPService,
        _ method: String,
        _ target: String,
        _ fields: [(String, String)],
        _ body: String
    ) throws -> Reply {
        let parsed = Result { try HTTPTarget(parsing: target) }
        let fault: HTTPFault? = if case .failure = parsed { .escape(offset: target.utf8.count) } else { nil }
        let request = HTTPRequest(
            HTTPMethod(name: method),
            (try? parsed.get()) ?? HTTPTarget(path: "", segments: [], query: []),
            headers: HTTPHeaders(fields.map { (name: $0.0, value: $0.1) }),
            body: Array(body.utf8),
            fault: fault
        )
        let response = service.respond(to: request)
        return try resolve(response, isHead: method == "HEAD")
    }

    private func resolve(_ response: HTTPResponse, isHead: Bool) throws -> Reply {
        let bytes: [UInt8]
        switch response.body {
        case .bytes(let content): bytes = content
        case .fixed(let text): bytes = text.withUTF8Buffer { Array($0) }
        case .deferred(let work, _): return try resolve(work(), isHead: isHead)
        case .produced(let produce):
            let sink = CollectingSink()
            try produce(sink)
            bytes = sink.bytes.withLock { $0 }
        case .events: throw TestSocket.Failure.malformed("event streams are for the live transport")
        }
        let text = isHead || response.status == 304 ? "" : String(decoding: bytes, as: UTF8.self)
        return Reply(status: response.status, headers: response.headers, text: text)
    }

    private final class CollectingSink: HTTPBodySink {
        let bytes = Mutex<[UInt8]>([])
        func write(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    }

    private func send(
        _ socket: TestSocket,
        _ method: String,
        _ target: String,
        _ fields: [(String, String)],
        _ body: String
    ) throws -> Reply {
        var lines = ["\(method) \(target) HTTP/1.1"] + fields.map { "\($0.0): \($0.1)" }
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        try socket.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        let reply = try socket.reply(isHead: method == "HEAD")
        return Reply(
            status: reply.status,
            headers: HTTPHeaders(reply.headers.map { (name: $0.name, value: $0.value) }),
            text: reply.body
        )
    }
}

/// Serves `routes` and the page while `body` runs.
func withService<Result>(
    _ transport: Transport,
    configuration: InspectorServerConfiguration = InspectorServerConfiguration(),
    library: AssetLibrary = .embedded,
    routes: [HTTPRoute],
    _ body: (InspectorClient) throws -> Result
) throws -> Result {
    func service(_ port: UInt16) -> HTTPService {
        HTTPService(configuration, port: port, token: configuration.token, library: library, routes: routes)
    }
    switch transport {
    case .direct:
        return try body(InspectorClient(connection: .direct(service(8080)), port: 8080))
    case .live:
        var configuration = configuration
        configuration.port = 0
        let daemon = try HTTPDaemon(configuration) { port in
            let service = service(port)
            return { service.respond(to: $0) }
        }
        defer { daemon.stop(farewell: []) }
        return try body(InspectorClient(connection: .live, port: daemon.port))
    }
}

/// Serves the API with a separate recorder. Only `InspectorServer` itself serves event streams.
func withInspector<Result>(
    _ transport: Transport,
    recorder: Recorder = Recorder(),
    configuration: InspectorServerConfiguration = InspectorServerConfiguration(),
    _ body: (InspectorClient) throws -> Result
) throws -> Result {
    let routes = APIRoutes.all(
        recorder: recorder,
        server: { ServerStatus() },
        allowsRules: configuration.permitsRules(with: configuration.token),
        metricSelectorLimit: configuration.metricSelectorCountLimit
    )
    return try withService(transport, configuration: configuration, routes: routes, body)
}
