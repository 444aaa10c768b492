// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// An option that can also come from the environment.
struct Setting {
    /// Name of the environment variable.
    let variable: String
    /// Name of the option, without its dashes.
    let option: String

    static let port = Setting(variable: "INSPECTOR_PORT", option: "port")
    static let bind = Setting(variable: "INSPECTOR_BIND", option: "bind")
    static let publicFolder = Setting(variable: "INSPECTOR_PUBLIC", option: "public")
    static let tokenFile = Setting(variable: "INSPECTOR_TOKEN_FILE", option: "token-file")
    static let memory = Setting(variable: "INSPECTOR_MEMORY", option: "memory")
    static let maxStreams = Setting(variable: "INSPECTOR_MAX_STREAMS", option: "max-streams")
    static let logLevel = Setting(variable: "INSPECTOR_LOG_LEVEL", option: "log-level")

    /// What the help says of it.
    func help(_ standard: Any?) -> String {
        standard.map { "(environment: \(variable); default: \($0))" } ?? "(environment: \(variable))"
    }

    /// The value in the environment; nil when it is not there or empty.
    ///
    /// - Throws: a usage error that names the variable when it cannot be read.
    func value<Value: ExpressibleByArgument>(_ type: Value.Type = Value.self) throws -> Value? {
        guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else { return nil }
        if let value = Value(argument: text) { return value }
        throw ValidationError("\(variable) in the environment is “\(text)”, which --\(option) does not take.")
    }
}
