// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Logging

/// Where a server listens, who may ask, and what it may use.
///
/// What is not set here comes from the environment when the server starts: `INSPECTOR_PORT`, `INSPECTOR_BIND`,
/// `INSPECTOR_TOKEN_FILE`, `INSPECTOR_MAX_STREAMS`, `INSPECTOR_PUBLIC` and `INSPECTOR_LOG_LEVEL`. See
/// `readsEnvironment`.
public struct InspectorServerConfiguration: Sendable {
    /// Numeric IPv4 or IPv6 address to bind. Default `127.0.0.1`. Any other than a loopback address makes the server
    /// want a token.
    public var bindAddress = "127.0.0.1" { didSet { chosen.insert(.bindAddress) } }
    /// Port to listen on; 0 lets the system choose. Default 8080, or a free one when that is taken. A port that is set
    /// here, or in the environment, has to be free.
    public var port: UInt16 = 8080 { didSet { chosen.insert(.port) } }
    /// Further names by which the server is reached, each with a port when it is not the server's.
    ///
    /// `localhost`, `127.0.0.1`, `[::1]` and the bound address are always allowed.
    public var hostNames: [String] = []
    /// Origins of other pages that may ask, as `https://example.org`. Default none.
    public var origins: [String] = []
    /// The secret that clients must give. Default nil: none on a loopback address, a random one on any other.
    public var token: AccessToken? { didSet { chosen.insert(.token) } }
    /// File that holds the token: made when it is missing, refused when others than its owner may read it. Default nil;
    /// `token` wins.
    public var tokenFile: String? { didSet { chosen.insert(.token) } }
    /// Directory to serve the page from instead of the embedded files, for working on it. Default nil.
    public var publicDirectory: String? { didSet { chosen.insert(.publicDirectory) } }
    /// Connections at a time; 16 to 65 536. Default 64, of which streams may take half.
    public var connectionCountLimit = 64 { didSet { chosen.insert(.connectionCountLimit) } }
    /// Event streams at a time; at most 8 fewer than connections. Default 32.
    public var streamCountLimit = 32 { didSet { chosen.insert(.streamCountLimit) } }
    /// Largest accepted request body, in bytes; 1 KiB to 16 MiB. Default 64 KiB.
    public var bodyLimitBytes = 64 << 10
    /// Largest accepted request target, in bytes; 256 to 8 KiB. Default 8 KiB.
    public var targetLimitBytes = 8 << 10
    /// Largest accepted request line and header section together, in bytes; 1 KiB to 16 KiB. Default 12 KiB.
    public var headerLimitBytes = 12 << 10
    /// A connection that moves no byte for so long is closed; whole seconds, 1 s to 1 h. Default 30 s.
    public var idleTimeout = Duration.seconds(30)
    /// A quiet stream is sent something after so long; 10 ms to 1 h. Default 15 s.
    public var heartbeatInterval = Duration.seconds(15)
    /// Whether a file tells the user's other programs of the server while it runs; `inspector-server list` reads it.
    /// Only the user can read it. Default true.
    public var isDiscoverable = true
    /// Where diagnostics go, default warnings and worse. Requests are not logged.
    public var logger = {
        var logger = Logger(label: "inspector-server")
        logger.logLevel = .warning
        return logger
    }()
    { didSet { chosen.insert(.logger) } }
    /// Whether the environment stands in for what is not set in code. Default true.
    public var readsEnvironment = true
    /// What was set in code.
    private(set) var chosen: Choices = []

    /// The defaults.
    public init() {}

    /// Whether the address is one that only this machine reaches.
    var isLoopback: Bool { bindAddress.hasPrefix("127.") || bindAddress == "::1" }

    /// The token that clients must give: the chosen one, or a random one where others than this machine can ask.
    var effectiveToken: AccessToken? {
        get throws(InspectorServerError) {
            if let token { return token }
            if let tokenFile { return try TokenFile(path: tokenFile).token() }
            return isLoopback ? nil : .random()
        }
    }

    /// Checks every number.
    func validate() throws(InspectorServerError) {
        func check(_ name: String, _ isInside: Bool) throws(InspectorServerError) {
            if !isInside { throw InspectorServerError(.configurationInvalid, context: name) }
        }
        try check("connectionCountLimit", (16...65_536).contains(connectionCountLimit))
        try check("streamCountLimit", (0...(connectionCountLimit - 8)).contains(streamCountLimit))
        try check("bodyLimitBytes", (1_024...(16 << 20)).contains(bodyLimitBytes))
        try check("targetLimitBytes", (256...(8 << 10)).contains(targetLimitBytes))
        try check("headerLimitBytes", (1_024...(16 << 10)).contains(headerLimitBytes))
        try check("idleTimeout", (.seconds(1) ... .seconds(3_600)).contains(idleTimeout))
        try check("heartbeatInterval", (.milliseconds(10) ... .seconds(3_600)).contains(heartbeatInterval))
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
