// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import Logging
package import ProxyCore

/// The server settings that the environment can provide.
package enum ServerSetting {
    package static let port = EnvironmentSetting<UInt16>("INSPECTOR_PORT", "a port, 0 to 65535") { UInt16($0) }
    package static let bind = EnvironmentSetting<String>("INSPECTOR_BIND", "an address") { $0 }
    package static let publicFolder = EnvironmentSetting<String>("INSPECTOR_PUBLIC", "a folder") { $0 }
    package static let tokenFile = EnvironmentSetting<String>("INSPECTOR_TOKEN_FILE", "a file") { $0 }
    package static let allowRules = EnvironmentSetting<Bool>("INSPECTOR_ALLOW_RULES", "0 or 1") {
        ["0": false, "1": true][$0]
    }
    package static let traceLink = EnvironmentSetting<String>(
        "INSPECTOR_TRACE_LINK",
        "an address with {traceId}, such as http://localhost:16686/trace/{traceId}"
    ) { InspectorServerConfiguration.isTraceLink($0) ? $0 : nil }
    package static let maxStreams = EnvironmentSetting<Int>("INSPECTOR_MAX_STREAMS", "a number of streams", 0...60_000)
    package static let logLevel = EnvironmentSetting<Logger.Level>(
        "INSPECTOR_LOG_LEVEL",
        "one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))"
    ) { Logger.Level(rawValue: $0) }
}

extension InspectorServerConfiguration {
    /// Settings that the environment provides unless they are set in code.
    struct Choices: OptionSet, Sendable {
        let rawValue: Int
        static let bindAddress = Choices(rawValue: 1)
        static let port = Choices(rawValue: 2)
        static let token = Choices(rawValue: 4)
        static let publicDirectory = Choices(rawValue: 8)
        static let connectionCountLimit = Choices(rawValue: 16)
        static let streamCountLimit = Choices(rawValue: 32)
        static let logger = Choices(rawValue: 64)
        static let allowsRules = Choices(rawValue: 128)
        static let traceLink = Choices(rawValue: 256)
    }

    /// The configuration with defaults replaced by the environment. Settings made in code take precedence.
    ///
    /// - Throws: `.environmentInvalid`, naming the variable.
    package func resolved(in environment: ProcessEnvironment = .current) throws(InspectorServerError) -> Self {
        guard readsEnvironment else { return self }
        func value<Value>(
            _ setting: EnvironmentSetting<Value>,
            unless choice: Choices
        ) throws(InspectorServerError) -> Value? {
            guard chosen.isDisjoint(with: choice) else { return nil }
            do {
                return try setting.value(in: environment)
            } catch {
                throw InspectorServerError(.environmentInvalid, context: error.description)
            }
        }
        var result = self
        if let port = try value(ServerSetting.port, unless: .port) { result.port = port }
        if let address = try value(ServerSetting.bind, unless: .bindAddress) { result.bindAddress = address }
        if let folder = try value(ServerSetting.publicFolder, unless: .publicDirectory) {
            result.publicDirectory = folder
        }
        if let file = try value(ServerSetting.tokenFile, unless: .token) { result.tokenFile = file }
        if let allows = try value(ServerSetting.allowRules, unless: .allowsRules) { result.allowsRules = allows }
        if let link = try value(ServerSetting.traceLink, unless: .traceLink) { result.traceLink = link }
        if let level = try value(ServerSetting.logLevel, unless: .logger) { result.logger.logLevel = level }
        if let streams = try value(ServerSetting.maxStreams, unless: .streamCountLimit) {
            result.streamCountLimit = streams
            if !chosen.contains(.connectionCountLimit) {
                result.connectionCountLimit = max(connectionCountLimit, streams + 32)
            }
        }
        return result
    }
}
