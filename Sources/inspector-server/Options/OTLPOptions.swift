// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OTLPExport
import ProxyCore

/// Options of commands that send calls to an OpenTelemetry receiver.
struct OTLPOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Send calls as spans to this OpenTelemetry receiver, such as http://localhost:4318.",
            valueName: "url"
        )
    )
    var otlp: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Send this header field with each request; repeatable. OTEL_EXPORTER_OTLP_HEADERS keeps credentials off the \
            command line.
            """,
            valueName: "name: value"
        )
    )
    var otlpHeader: [String] = []

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "Send only matching calls, such as 'state:threw'; see the command filter.",
            valueName: "filter"
        )
    )
    var otlpFilter: String?

    @Flag(name: .long, help: "Send arguments and results too; what redaction rules hide stays hidden.")
    var otlpValues = false

    @Option(name: .long, help: "Encoding of the requests. (default: http/protobuf)")
    var otlpProtocol: OTLPProtocol?

    @Option(name: .long, help: "Name of the service. Default: $OTEL_SERVICE_NAME, or the program's name.")
    var otlpService: String?

    func validate() throws {
        let others = !otlpHeader.isEmpty || otlpFilter != nil || otlpValues || otlpProtocol != nil || otlpService != nil
        guard otlp != nil || !others else { throw ValidationError("The options --otlp-… require --otlp.") }
        _ = try configuration()
    }

    /// - Parameter filter: Calls that are sent if `--otlp-filter` names none.
    /// - Returns: nil without `--otlp`.
    func configuration() throws -> OTLPConfiguration? {
        guard let otlp else { return nil }
        var configuration: OTLPConfiguration
        do { configuration = try OTLPConfiguration(endpoint: otlp) } catch { throw ValidationError("--otlp: \(error)") }
        configuration.headers = try OTLPHeaders.ofEnvironment() + otlpHeader.map(OTLPHeaders.field)
        if let otlpFilter {
            do {
                configuration.filter = try InvocationFilter(otlpFilter)
            } catch {
                throw ValidationError("--otlp-filter: \(error)")
            }
        }
        configuration.hasValues = otlpValues
        if let otlpProtocol { configuration.encoding = otlpProtocol.encoding }
        let environment = ProcessInfo.processInfo.environment
        if let name = otlpService ?? environment["OTEL_SERVICE_NAME"], !name.isEmpty {
            configuration.serviceName = name
        }
        return configuration
    }

    /// Begins to send a recorder's calls; nil without `--otlp`.
    func start(_ recorder: Recorder) throws -> OTLPExporter? {
        guard let configuration = try configuration() else { return nil }
        let exporter = OTLPExporter(recorder, configuration: configuration)
        try exporter.start()
        return exporter
    }
}

extension OTLPExporter {
    /// Sends the rest.
    ///
    /// - Returns: False, with a message, if calls were dropped.
    @discardableResult
    func finish() -> Bool {
        let status = stop()
        guard status.dropped > 0 else { return true }
        let reason = status.failure.map { ": \($0)" } ?? "."
        Console.note("inspector-server: \(status.dropped) calls were not sent to \(status.endpoint)\(reason)")
        return false
    }
}

/// The encoding of requests, by its name in OpenTelemetry.
enum OTLPProtocol: String, ExpressibleByArgument, CaseIterable {
    case protobuf = "http/protobuf"
    case json = "http/json"

    var encoding: OTLPConfiguration.Encoding { self == .protobuf ? .protobuf : .json }
}

/// Header fields on the command line and in the environment.
enum OTLPHeaders {
    /// Parses `Name: value`.
    static func field(_ text: String) throws -> (name: String, value: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].trimmingCharacters(in: .whitespaces)
        guard parts.count == 2, isName(name) else {
            throw ValidationError("--otlp-header \(text): not of the form 'Name: value'.")
        }
        return (name, parts[1].trimmingCharacters(in: .whitespaces))
    }

    /// The fields in `OTEL_EXPORTER_OTLP_HEADERS`: `name=value` with commas between them.
    ///
    /// - SeeAlso: OpenTelemetry Protocol Exporter, "Specifying headers via environment variables"
    static func ofEnvironment() throws -> [(name: String, value: String)] {
        let text = ProcessInfo.processInfo.environment["OTEL_EXPORTER_OTLP_HEADERS"] ?? ""
        return try text.split(separator: ",").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            guard parts.count == 2, isName(name) else {
                throw ValidationError("OTEL_EXPORTER_OTLP_HEADERS: not of the form name=value,name=value.")
            }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            return (name, value.removingPercentEncoding ?? value)
        }
    }

    /// - SeeAlso: RFC 9110, 5.6.2 "Tokens"
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#"()<>@,;:\"/[]?={}"#.utf8.contains($0) }
    }
}
