// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the service of a program is called, and which version of it runs.
struct ServiceNames: Sendable {
    struct Name: Sendable, Hashable {
        var service: String
        var version: String?
    }

    /// By program; from the command line.
    var given: [String: Name] = [:]

    /// Parses `PROGRAM=NAME` or `PROGRAM=NAME@VERSION`; nil for other texts.
    static func parse(_ text: String) -> (program: String, name: Name)? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        let names = parts[1].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard !names[0].isEmpty, names.count == 1 || !names[1].isEmpty else { return nil }
        return (String(parts[0]), Name(service: String(names[0]), version: names.count == 2 ? String(names[1]) : nil))
    }

    /// The name of a process: from the command line, else what its environment tells OpenTelemetry, else the program's.
    ///
    /// - SeeAlso: OpenTelemetry, "Resource SDK", *Specifying resource information via an environment variable*.
    func name(program: String, processID: Int64) -> Name {
        if let name = given[program] { return name }
        let environment = processID > 0 ? Self.environment(of: processID) : [:]
        let attributes = Self.attributes(environment["OTEL_RESOURCE_ATTRIBUTES"] ?? "")
        let candidates = [environment["OTEL_SERVICE_NAME"], attributes["service.name"], program, "unknown"]
        let service = candidates.compactMap { $0 }.first { !$0.isEmpty } ?? "unknown"
        return Name(service: service, version: attributes["service.version"].flatMap { $0.isEmpty ? nil : $0 })
    }

    /// The environment that a process was started with; empty if this user may not read it.
    private static func environment(of processID: Int64) -> [String: String] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(processID)/environ") ?? Data()
        let pairs = bytes.split(separator: 0).compactMap { entry -> (String, String)? in
            let parts = String(decoding: entry, as: UTF8.self).split(separator: "=", maxSplits: 1)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// `key=value` pairs with commas between them, values percent-encoded.
    private static func attributes(_ text: String) -> [String: String] {
        let pairs = text.split(separator: ",").compactMap { pair -> (String, String)? in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return parts.count == 2 ? (parts[0], parts[1].removingPercentEncoding ?? parts[1]) : nil
        }
        return Dictionary(pairs) { _, last in last }
    }
}
