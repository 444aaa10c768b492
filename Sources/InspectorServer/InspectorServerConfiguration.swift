// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
public import Logging

/// A server's address, access control and limits.
///
/// Settings that are not set in code come from the environment when the server starts: `INSPECTOR_PORT`,
/// `INSPECTOR_BIND`, `INSPECTOR_TOKEN_FILE`, `INSPECTOR_ALLOW_RULES`, `INSPECTOR_TRACE_LINK`, `INSPECTOR_MAX_STREAMS`,
/// `INSPECTOR_PUBLIC` and `INSPECTOR_LOG_LEVEL`. See `readsEnvironment`.
public struct InspectorServerConfiguration: Sendable {
    /// Numeric IPv4 or IPv6 address to bind. Default `127.0.0.1`. With any address other than a loopback address, the
    /// server requires a token.
    public var bindAddress = "127.0.0.1" { didSet { chosen.insert(.bindAddress) } }
    /// Port to listen on; 0 lets the system choose. Default 8080, or a free port if 8080 is in use. A port set here or
    /// in the environment must be free.
    public var port: UInt16 = 8080 { didSet { chosen.insert(.port) } }
    /// Additional host names of the server, each with a port if it differs from the server's: `inspector.example.org:443`
    /// behind a proxy with TLS.
    ///
    /// `localhost`, `127.0.0.1`, `[::1]` and the bound address are always allowed, and every numeric address if the
    /// server is bound to all (`0.0.0.0` or `::`).
    public var hostNames: [String] = []
    /// Additional origins whose pages may send requests and read the responses, such as `https://example.org`. Default
    /// none.
    public var origins: [String] = []
    /// The secret required from clients. Default nil: no token on a loopback address, a random one on any other.
    public var token: AccessToken? { didSet { chosen.insert(.token) } }
    /// File with the token. It is created if missing, and rejected if it belongs to another user or if other users can
    /// access it. Default nil; `token` takes precedence.
    public var tokenFile: String? { didSet { chosen.insert(.token) } }
    /// Whether clients may set rules, which hold and change calls of the program, and decide about held calls. Default
    /// false. A server that other machines can reach asks every client for its token; without one, it never allows it.
    public var allowsRules = false { didSet { chosen.insert(.allowsRules) } }
    /// Address of the page of a trace, for links in the inspector page, with `{traceId}` and, if wanted, `{spanId}` in place of
    /// the ids: `http://localhost:16686/trace/{traceId}`. It begins with http:// or https://. Default nil: no links.
    public var traceLink: String? { didSet { chosen.insert(.traceLink) } }
    /// Directory to serve the page from instead of the embedded files, for development of the page. Default nil.
    public var publicDirectory: String? { didSet { chosen.insert(.publicDirectory) } }
    /// Maximum number of connections; 32 to 65 536. Default 64. At the limit, idle connections and those with an
    /// incomplete request are closed in favour of new ones. A quarter of them, at most 16, is kept for requests that are
    /// answered at once; others get 503 when all the rest are occupied.
    public var connectionCountLimit = 64 { didSet { chosen.insert(.connectionCountLimit) } }
    /// Maximum number of event streams; at most the number of connections minus 24. Default 32.
    public var streamCountLimit = 32 { didSet { chosen.insert(.streamCountLimit) } }
    /// Largest accepted request body, in bytes; 1 KiB to 16 MiB. Default 64 KiB.
    public var bodyLimitBytes = 64 << 10
    /// Largest accepted request target, in bytes; 256 to 8 KiB. Default 8 KiB.
    public var targetLimitBytes = 8 << 10
    /// Largest accepted request line and header section together, in bytes; 1 KiB to 16 KiB. Default 12 KiB.
    public var headerLimitBytes = 12 << 10
    /// Connections without traffic are closed after this time; 1 s to 1 h, fractions of a second are ignored. Default
    /// 30 s. Connections with an incomplete request are closed after 5 s.
    public var idleTimeout = Duration.seconds(30)
    /// Maximum time without bytes on an idle stream; 10 ms to 1 h. Default 15 s.
    public var heartbeatInterval = Duration.seconds(15)
    /// Maximum number of selectors with series of their own in `/metrics`; 0 to 10 000. Default 200, which makes at most
    /// 7 117 series. All selectors beyond it share theirs.
    public var metricSelectorCountLimit = 200
    /// Whether the running server announces itself in a file, which only the user can read. `inspector-server list`
    /// lists such servers. Default true.
    public var isDiscoverable = true
    /// Logger for diagnostics, by default for warnings and errors. Requests are not logged.
    public var logger = {
        var logger = Logger(label: "inspector-server")
        logger.logLevel = .warning
        return logger
    }()
    { didSet { chosen.insert(.logger) } }
    /// Whether the environment provides settings that are not set in code. Default true.
    public var readsEnvironment = true
    /// How long a server that stops gives its streams for what was recorded before; then, how long it gives its clients to
    /// take that.
    var (catchUpTime, stopGrace) = (Duration.milliseconds(300), Duration.milliseconds(500))
    /// Settings made in code.
    private(set) var chosen: Choices = []

    /// The defaults.
    public init() {}

    /// Whether only this machine can reach the address.
    var isLoopback: Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, bindAddress, &bytes) == 1 { return bytes[0] == 127 }
        guard inet_pton(AF_INET6, bindAddress, &bytes) == 1 else { return false }
        // RFC 4291, 2.5.3 "The Loopback Address" and 2.5.5.2 "IPv4-Mapped IPv6 Address".
        let isMapped = bytes[..<12] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
        return isMapped ? bytes[12] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The token required from clients: the configured one, or a random one if other machines can connect.
    var effectiveToken: AccessToken? {
        get throws(InspectorServerError) {
            if let token { return token }
            if let tokenFile { return try TokenFile(path: tokenFile).token() }
            return isLoopback ? nil : .random()
        }
    }

    /// Whether clients may set rules, given the token that they have to know.
    func permitsRules(with token: AccessToken?) -> Bool { allowsRules && (isLoopback || token != nil) }

    /// Whether a text has the form of `traceLink`.
    package static func isTraceLink(_ text: String) -> Bool {
        ["http://", "https://"].contains(where: text.lowercased().hasPrefix) && text.contains("{traceId}")
            && text.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value != 0x7F }
    }

    /// Validates all settings with bounds.
    func validate() throws(InspectorServerError) {
        func check(_ name: String, _ isInside: Bool) throws(InspectorServerError) {
            if !isInside { throw InspectorServerError(.configurationInvalid, context: name) }
        }
        try check("connectionCountLimit", (32...65_536).contains(connectionCountLimit))
        try check("streamCountLimit", (0...(connectionCountLimit - 24)).contains(streamCountLimit))
        try check("traceLink", traceLink.map(Self.isTraceLink) ?? true)
        try check("bodyLimitBytes", (1_024...(16 << 20)).contains(bodyLimitBytes))
        try check("targetLimitBytes", (256...(8 << 10)).contains(targetLimitBytes))
        try check("headerLimitBytes", (1_024...(16 << 10)).contains(headerLimitBytes))
        try check("idleTimeout", (.seconds(1) ... .seconds(3_600)).contains(idleTimeout))
        try check("metricSelectorCountLimit", (0...10_000).contains(metricSelectorCountLimit))
        try check("heartbeatInterval", (.milliseconds(10) ... .seconds(3_600)).contains(heartbeatInterval))
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
