// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Logging
internal import ProxyCore
import Synchronization

/// The HTTP transport: converts CHTTP's requests to values, and responses to bytes.
///
/// - Invariant: The responder is called on the server's only thread. Work that takes longer than a few milliseconds
///   uses a deferred, produced or event-stream body.
final class HTTPDaemon: Sendable {
    typealias Responder = @Sendable (HTTPRequest) -> HTTPResponse

    let handle: CHandle
    private let service: Service

    /// The context of the C callbacks.
    fileprivate final class Service: Sendable {
        /// Wraps the function: each read of a bare function from a mutex would add another wrapper, without limit.
        struct Answering: Sendable {
            let respond: Responder
        }

        /// Nil until the port is known; earlier requests get a 503 with `Retry-After`.
        let answering = Mutex<Answering?>(nil)
        let logger: Logger
        init(_ logger: Logger) { self.logger = logger }
    }

    /// Binds and serves.
    ///
    /// - Parameter makeResponder: Creates the responder for the bound port.
    init(
        _ configuration: InspectorServerConfiguration,
        makeResponder: (UInt16) -> Responder
    ) throws(InspectorServerError) {
        service = Service(configuration.logger)
        let callbacks = chttp_server_callbacks(
            context: Unmanaged.passRetained(service).toOpaque(),
            handle: { context, request in
                guard let context else { return }
                OwnWork.perform { Unmanaged<Service>.fromOpaque(context).takeUnretainedValue().serve(request) }
            },
            log: { context, text in
                guard let context else { return }
                Unmanaged<Service>.fromOpaque(context).takeUnretainedValue().log(text)
            }
        )
        var server: OpaquePointer?
        let error = configuration.bindAddress.withCString { address in
            var options = Self.options(configuration, address)
            return withUnsafePointer(to: callbacks) { chttp_server_start(&options, $0, &server) }
        }
        guard error == 0, let server else {
            Unmanaged.passUnretained(service).release()
            throw InspectorServerError(transport: error, configuration)
        }
        handle = CHandle(pointer: server)
        let responder = makeResponder(port)
        service.answering.withLock { $0 = Service.Answering(respond: responder) }
    }

    deinit {
        // Its threads go on, and may write a line to the log, if the program has closed its descriptors.
        guard chttp_server_destroy(handle.pointer) else { return }
        Unmanaged.passUnretained(service).release()
    }

    /// The bound port.
    var port: UInt16 { chttp_server_port(handle.pointer) }

    /// Ends all streams with `farewell`, then all connections. Returns within a second.
    func stop(farewell: [UInt8]) { chttp_server_stop(handle.pointer, farewell, farewell.count) }

    /// The transport's counters.
    var statistics: HTTPStatistics {
        var statistics = chttp_server_statistics()
        chttp_server_get_statistics(handle.pointer, &statistics)
        return HTTPStatistics(
            requests: statistics.requests,
            streamsOpen: statistics.streams_open,
            streamsOpened: statistics.streams_opened,
            streamsRefused: statistics.streams_refused,
            deliveredEvents: statistics.delivered_events,
            deliveredBytes: statistics.delivered_bytes,
            gaps: statistics.gaps,
            missedEvents: statistics.missed_events,
            stalled: statistics.stalled,
            vanished: statistics.vanished
        )
    }

    private static func options(
        _ configuration: InspectorServerConfiguration,
        _ address: UnsafePointer<CChar>
    ) -> chttp_server_options {
        var options = chttp_server_options_default()
        options.address = address
        options.port = configuration.port
        options.connection_count_limit = UInt32(configuration.connectionCountLimit)
        options.prompt_connection_count = UInt32(min(16, configuration.connectionCountLimit / 4))
        options.stream_count_limit = UInt32(configuration.streamCountLimit)
        options.body_limit = configuration.bodyLimitBytes
        options.target_limit = configuration.targetLimitBytes
        options.header_limit = configuration.headerLimitBytes
        options.idle_timeout_seconds = UInt32(configuration.idleTimeout.components.seconds)
        options.stop_grace_milliseconds = UInt32(configuration.stopGrace.milliseconds)
        options.heartbeat_milliseconds = UInt32(configuration.heartbeatInterval.milliseconds)
        return options
    }
}

// MARK: - Requests

extension HTTPTarget {
    /// Parses a request target: `/path?query`.
    init(parsing text: String) throws(HTTPProblem) {
        let raw = Array(text.utf8)
        let question = raw.firstIndex(of: UInt8(ascii: "?")) ?? raw.count
        var query: OpaquePointer?
        var offset = 0
        let rest = raw.dropFirst(question + 1)
        if chttp_query_create(Array(rest), rest.count, &query, &offset) != 0 {
            throw HTTPProblem(.escape(offset: question + 1 + offset))
        }
        defer { chttp_query_destroy(query) }
        try self.init(rawPath: raw[..<question], query: query)
    }

    fileprivate init(rawPath: some Collection<UInt8>, query: OpaquePointer?) throws(HTTPProblem) {
        // An address in absolute form may have none: RFC 9112, 3.2.1 "origin-form".
        path = rawPath.isEmpty ? "/" : String(decoding: rawPath, as: UTF8.self)
        segments = try Self.decode(rawPath)
        self.query = query.map(Self.items) ?? []
    }

    private static func decode(_ rawPath: some Collection<UInt8>) throws(HTTPProblem) -> [String] {
        var segments: [String] = []
        for raw in rawPath.split(separator: UInt8(ascii: "/")) {
            let bytes = Array(raw)
            var decoded = [UInt8](repeating: 0, count: bytes.count)
            var length = 0
            var offset = 0
            guard chttp_uri_decode(bytes, bytes.count, false, &decoded, &length, &offset) == 0 else {
                throw HTTPProblem(.escape(offset: offset))
            }
            segments.append(String(decoding: decoded[..<length], as: UTF8.self))
        }
        return segments
    }

    private static func items(_ query: OpaquePointer) -> [QueryItem] {
        (0..<chttp_query_count(query)).map { index in
            var nameLength = 0
            var valueLength = 0
            let name = chttp_query_name(query, index, &nameLength)
            let value = chttp_query_value(query, index, &valueLength)
            return QueryItem(
                name: String(decoding: UnsafeBufferPointer(start: name, count: nameLength), as: UTF8.self),
                value: String(decoding: UnsafeBufferPointer(start: value, count: valueLength), as: UTF8.self)
            )
        }
    }
}

extension HTTPRequest {
    fileprivate init(reading request: OpaquePointer) {
        var length = 0
        let method = HTTPMethod(name: String(cString: chttp_request_method(request)))
        var offset = 0
        let fault = HTTPFault(chttp_request_fault(request, &offset), offset: offset)
        let rawPath = UnsafeRawBufferPointer(start: chttp_request_raw_path(request, &length), count: length)
        let target = fault == nil ? try? HTTPTarget(rawPath: rawPath, query: chttp_request_query(request)) : nil
        let authority = chttp_request_authority(request, &length).map {
            String(decoding: UnsafeRawBufferPointer(start: $0, count: length), as: UTF8.self)
        }
        let body = chttp_request_body(request, &length)
        self.init(
            method,
            target ?? HTTPTarget(path: "", segments: [], query: []),
            headers: Self.headers(request),
            body: Array(UnsafeBufferPointer(start: body, count: length)),
            authority: authority,
            fault: fault
        )
        let handle = CHandle(pointer: request)
        clientHasLeft = { chttp_request_peer_has_left(handle.pointer) }
    }

    private static func headers(_ request: OpaquePointer) -> HTTPHeaders {
        HTTPHeaders(
            (0..<chttp_request_header_count(request)).map { index in
                var nameLength = 0
                var valueLength = 0
                let name = chttp_request_header_name(request, index, &nameLength)
                let value = chttp_request_header_value(request, index, &valueLength)
                return (
                    String(decoding: UnsafeRawBufferPointer(start: name, count: nameLength), as: UTF8.self),
                    String(decoding: UnsafeRawBufferPointer(start: value, count: valueLength), as: UTF8.self)
                )
            }
        )
    }
}

extension HTTPFault {
    fileprivate init?(_ error: Int32, offset: Int) {
        switch chttp_error(error) {
        case CHTTP_OK: return nil
        case CHTTP_EESCAPE: self = .escape(offset: offset)
        case CHTTP_ETARGET_TOO_LONG: self = .targetTooLong
        case CHTTP_EHEADERS_TOO_LARGE: self = .headersTooLarge
        case CHTTP_EBODY_TOO_LARGE: self = .bodyTooLarge
        case CHTTP_EFRAMING: self = .framing
        case CHTTP_ECODING: self = .transferCoding
        case CHTTP_ESYNTAX: self = .syntax
        case CHTTP_EHOST: self = .host
        default: self = .outOfMemory
        }
    }
}

// MARK: - Responses

extension HTTPDaemon.Service {
    func log(_ text: UnsafePointer<CChar>) { logger.debug("\(String(cString: text))") }

    func serve(_ pointer: OpaquePointer) {
        let request = HTTPRequest(reading: pointer)
        let answering = answering.withLock { $0 }
        let response = answering?.respond(request) ?? HTTPSecurityHeaders.add(to: HTTPProblem.starting.response)
        send(response, for: CHandle(pointer: pointer), isHead: request.method == .head)
    }

    private func send(_ response: HTTPResponse, for request: CHandle, isHead: Bool) {
        switch response.body {
        case .bytes(let bytes):
            answer(request, response) { chttp_response_create_copy($0, bytes, bytes.count, &$1) }
        case .fixed(let text):
            answer(request, response) {
                chttp_response_create_static($0, text.utf8Start, text.utf8CodeUnitCount, &$1)
            }
        case .produced(let produce):
            sendProduced(response, for: request) { if !isHead { try produce($0) } }
        case .events(let open):
            sendEvents(response, for: request) { if isHead { $0.finish() } else { try open($0) } }
        case .deferred(let work, let kind):
            switch chttp_error(chttp_request_defer(request.pointer)) {
            case CHTTP_OK: finish(work, as: kind, for: request, isHead: isHead)
            case CHTTP_ELIMIT:
                // What follows on the connection would be refused too, and others wait for its place.
                let headers = ["Retry-After": "1", "Connection": "close"]
                let detail = "Too many requests wait for their answers."
                refuse(HTTPProblem(503, "tooManyRequests", detail, headers: headers), inPlaceOf: response, for: request)
            default: return
            }
        }
    }

    private func finish(
        _ work: @escaping @Sendable () -> HTTPResponse,
        as kind: BackgroundWork,
        for request: CHandle,
        isHead: Bool
    ) {
        kind.run(while: { !chttp_request_peer_has_left(request.pointer) }) {
            let response = work()
            guard case .deferred(let more, let kind) = response.body else {
                return self.send(response, for: request, isHead: isHead)
            }
            self.finish(more, as: kind, for: request, isHead: isHead)
        }
    }

    /// Answers with a problem, which may be read by the pages that may read the response.
    private func refuse(_ problem: HTTPProblem, inPlaceOf response: HTTPResponse, for request: CHandle) {
        var refusal = HTTPSecurityHeaders.add(to: problem.response)
        for field in HTTPSecurity.sharing(in: response) { refusal.headers.add(field.name, field.value) }
        send(refusal, for: request, isHead: false)
    }

    private func sendProduced(
        _ response: HTTPResponse,
        for request: CHandle,
        _ produce: @escaping @Sendable (any HTTPBodySink) throws -> Void
    ) {
        guard let stream = stream(.body, of: response, for: request) else { return }
        answer(request, response) { stream.makeResponse($0, &$1) }
        BackgroundWork.waiting.run {
            do {
                try produce(stream)
                stream.finish()
            } catch {
                stream.abort()
            }
        }
    }

    private func sendEvents(
        _ response: HTTPResponse,
        for request: CHandle,
        _ open: @Sendable (EventStream) throws -> Void
    ) {
        guard let stream = stream(.events, of: response, for: request) else { return }
        do {
            try open(stream)
            answer(request, response) { stream.makeResponse($0, &$1) }
        } catch {
            let problem = error as? HTTPProblem ?? HTTPProblem(500, "internalError", "The stream failed: \(error).")
            refuse(problem, inPlaceOf: response, for: request)
        }
    }

    /// A new stream; nil after answering the request with 503.
    private func stream(_ kind: EventStream.Kind, of response: HTTPResponse, for request: CHandle) -> EventStream? {
        do {
            return try EventStream(server: chttp_request_server(request.pointer), kind)
        } catch {
            let headers = ["Retry-After": "5"]
            let problem = HTTPProblem(503, "tooManyStreams", "Too many streams are open.", headers: headers)
            refuse(problem, inPlaceOf: response, for: request)
            return nil
        }
    }

    /// Creates the C response with its header fields, and sends it; a 500 if it cannot be created.
    private func answer(
        _ request: CHandle,
        _ response: HTTPResponse,
        _ create: (UInt16, inout OpaquePointer?) -> Int32
    ) {
        var made: OpaquePointer?
        guard create(UInt16(exactly: response.status) ?? 0, &made) == 0, let made else {
            logger.error("an answer could not be made", metadata: ["status": "\(response.status)"])
            return chttp_request_give_up(request.pointer)
        }
        for field in response.headers.fields where chttp_response_add_header(made, field.name, field.value) != 0 {
            logger.error("a header field was left out", metadata: ["name": "\(field.name)"])
        }
        _ = chttp_request_respond(request.pointer, made)
    }
}

// MARK: - Errors

extension InspectorServerError {
    fileprivate init(transport error: Int32, _ configuration: InspectorServerConfiguration) {
        let isIPv6 = configuration.bindAddress.contains(":")
        let place = (isIPv6 ? "[\(configuration.bindAddress)]" : configuration.bindAddress) + ":\(configuration.port)"
        switch chttp_error(error) {
        case CHTTP_EADDRESS_IN_USE: self.init(.portInUse, context: place)
        case CHTTP_EADDRESS_FORBIDDEN: self.init(.addressForbidden, context: place)
        case CHTTP_EADDRESS_SYNTAX: self.init(.addressInvalid, context: configuration.bindAddress)
        case CHTTP_EADDRESS_UNAVAILABLE: self.init(.addressUnavailable, context: configuration.bindAddress)
        default: self.init(.systemFailure, context: String(cString: chttp_error_text(error)))
        }
    }
}

// MARK: - Descriptors

/// The low numbers of descriptors, occupied while an inspection opens its own, so that a program that was not written for
/// it gets the numbers that it would have alone.
package struct LowNumbers: ~Copyable {
    private let taken: OpaquePointer?

    package init() { taken = chttp_low_numbers_take() }

    deinit { chttp_low_numbers_give_back(taken) }
}
