// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Logging
public import ProxyCore

/// Serves a recorder's data over HTTP, and the inspector page.
///
/// ```swift
/// let inspector = try InspectorServer(recorder: .shared).start()
/// print(inspector.url)
/// ```
///
/// - Invariant: Callable from any thread. Deinitializing the server stops it.
public final class InspectorServer: Sendable {
    /// The configuration passed to the initializer, without settings from the environment.
    public let configuration: InspectorServerConfiguration
    private let recorder: Recorder
    private let views: EventViews
    private let state = ServerState()

    /// Creates a server that does not listen yet.
    ///
    /// - Parameter configuration: Default: 127.0.0.1, port 8080, overridden by the environment.
    public init(recorder: Recorder, configuration: InspectorServerConfiguration = InspectorServerConfiguration()) {
        self.recorder = recorder
        self.configuration = configuration
        views = EventViews(recorder: recorder, heartbeat: configuration.heartbeatInterval)
    }

    deinit { stop() }

    // MARK: Life

    /// Binds and serves until `stop()`.
    ///
    /// If the default port is in use, the system chooses another one and a warning is logged; `url` has the actual
    /// port. A port set in code or in the environment must be free.
    ///
    /// - Returns: The server itself.
    /// - Throws: `InspectorServerError` with `.alreadyRunning`, `.portInUse`, `.addressInvalid`, `.addressUnavailable`,
    ///   `.addressForbidden`, `.configurationInvalid`, `.environmentInvalid`, `.tokenFileUnusable`,
    ///   `.publicDirectoryMissing` or `.systemFailure`.
    @discardableResult
    public func start() throws(InspectorServerError) -> InspectorServer {
        if recorder === Recorder.shared, let error = Recorder.sharedEnvironmentError {
            throw InspectorServerError(.environmentInvalid, context: error.description)
        }
        let configuration = try self.configuration.resolved()
        try configuration.validate()
        guard state.claimStart() else { throw InspectorServerError(.alreadyRunning, context: url) }
        do {
            state.started(try listen(configuration))
        } catch {
            state.failed()
            throw error
        }
        return self
    }

    /// Lets held calls go on, gives the streams what was recorded before, ends each with a `bye` event, and stops
    /// listening. Returns within a second; does nothing if not running. If the program has closed the server's
    /// descriptors, whose numbers may be those of its own files by then, the server's threads are left to themselves.
    public func stop() {
        guard let running = state.claimStop() else { return }
        // Threads that the daemon waits for may themselves wait for a held call.
        recorder.rules.releaseAll(.stopped)
        views.catchUp(within: configuration.catchUpTime)
        running.daemon.stop(farewell: Array("event: bye\ndata: {\"reason\":\"stopped\"}\n\n".utf8))
        // Calls that were held meanwhile.
        recorder.rules.releaseAll(.stopped)
        views.close()
        configuration.logger.info("stopped")
    }

    private func listen(_ configuration: InspectorServerConfiguration) throws(InspectorServerError)
        -> ServerState.Running
    {
        let token = try configuration.effectiveToken
        let library = try AssetLibrary.make(configuration)
        let daemon = try bind(configuration) { port in
            let service = HTTPService(
                configuration,
                port: port,
                token: token,
                library: library,
                routes: routes(configuration, token)
            )
            return { service.respond(to: $0) }
        }
        let address = configuration.bindAddress
        let host = address.contains(":") ? "[\(address)]" : address
        let url = "http://\(host):\(daemon.port)/" + (token.map { "#token=\($0.text)" } ?? "")
        configuration.logger.info("listening", metadata: ["address": "\(host):\(daemon.port)"])
        return ServerState.Running(
            daemon: daemon,
            url: url,
            startedAt: .now,
            streamCountLimit: configuration.streamCountLimit,
            traceLink: configuration.traceLink,
            discovery: discovery(port: daemon.port, url: url),
            ruleEvents: ruleEvents(configuration.logger)
        )
    }

    /// Binds the configured port. If that is only the default and in use, binds another one.
    private func bind(_ configuration: InspectorServerConfiguration, _ makeResponder: (UInt16) -> HTTPDaemon.Responder)
        throws(InspectorServerError) -> HTTPDaemon
    {
        do {
            return try HTTPDaemon(configuration, makeResponder: makeResponder)
        } catch {
            guard error.code == .portInUse, !configuration.chosen.contains(.port) else { throw error }
            var other = configuration
            other.port = 0
            let daemon = try HTTPDaemon(other, makeResponder: makeResponder)
            configuration.logger.warning(
                "port \(configuration.port) is in use; listening on port \(daemon.port) instead"
            )
            return daemon
        }
    }

    private func discovery(port: UInt16, url: String) -> DiscoveryFile? {
        guard configuration.isDiscoverable else { return nil }
        let file = DiscoveryFile(port: port, url: url, of: recorder)
        if file == nil {
            let folder = DiscoveryFolder.standard.path
            configuration.logger.warning("other programs cannot find this server", metadata: ["folder": "\(folder)"])
        }
        return file
    }

    /// Tells all streams of rules and held calls, and writes the lines of rules to the log.
    private func ruleEvents(_ logger: Logger) -> RuleEventToken {
        // Not weak: a checker of memory takes what the runtime keeps of weak references for a leak of the inspected program.
        // The views go when the token does, at the latest when the server ends, which stops it.
        recorder.rules.onEvent { [views] event in
            guard case .log(let rule, let text) = event else {
                views.tell(event)
                return
            }
            logger.notice("\(text)", metadata: ["rule": "\(rule)"])
        }
    }

    private func routes(_ configuration: InspectorServerConfiguration, _ token: AccessToken?) -> [HTTPRoute] {
        let allowsRules = configuration.permitsRules(with: token)
        let failures = ReadFailureLog(configuration.logger)
        let api = APIRoutes.all(
            recorder: recorder,
            server: { [state] in state.status },
            allowsRules: allowsRules,
            metricSelectorLimit: configuration.metricSelectorCountLimit,
            failures: failures,
            tell: { [views] in views.tell($0) }
        )
        let stream = StreamEndpoint.route(
            recorder,
            allowsRules: allowsRules,
            views: views,
            daemon: { [state] in state.running?.daemon }
        )
        // A stream that begins without a word of what is wrong would end soon, and be opened again and again.
        let tellsFailures = recorder.isReplay && !recorder.isRemote
        return api + [
            tellsFailures ? stream.tellingFailures(of: recorder, to: failures) : stream,
            MCPEndpoint.route(MCPService(OwnProgram(routes: api))),
        ]
    }

    // MARK: Facts

    /// The bound port; the configured one while the server is not running.
    public var port: UInt16 { state.running?.daemon.port ?? configuration.port }

    /// Whether a client has an event stream open, as the page has.
    package var hasStreams: Bool { (state.running?.daemon.statistics.streamsOpen ?? 0) > 0 }

    /// The URL of the page, with the token after `#` if one is required; empty while the server is not running.
    public var url: String { state.running?.url ?? "" }
}

extension ServerState {
    /// The server's state, for `/api/v1/status`.
    fileprivate var status: ServerStatus {
        guard let running else { return ServerStatus() }
        return ServerStatus(
            transport: running.daemon.statistics,
            uptimeSeconds: (ContinuousClock.now - running.startedAt) / .seconds(1),
            streamCountLimit: running.streamCountLimit,
            traceLink: running.traceLink
        )
    }
}
