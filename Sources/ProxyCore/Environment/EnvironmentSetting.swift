// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A setting that can be given by an environment variable.
package struct EnvironmentSetting<Value: Sendable>: Sendable {
    /// Name of the environment variable.
    package let variable: String
    /// The accepted values, for messages: `a port, 0 to 65535`.
    package let form: String
    private let read: @Sendable (String) -> Value?

    package init(_ variable: String, _ form: String, _ read: @escaping @Sendable (String) -> Value?) {
        self.variable = variable
        self.form = form
        self.read = read
    }

    /// The value in the environment; nil when the variable is unset or empty.
    package func value(in environment: ProcessEnvironment = .current) throws(EnvironmentError) -> Value? {
        guard let text = environment[variable], !text.isEmpty else { return nil }
        if let value = read(text) { return value }
        throw EnvironmentError(variable: variable, text: text, form: form)
    }
}

extension EnvironmentSetting where Value == Int {
    /// An integer in a range.
    package init(_ variable: String, _ noun: String, _ range: ClosedRange<Int>) {
        self.init(variable, "\(noun), \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Memory for stored calls, in megabytes.
    package static var memory: Self { Self("INSPECTOR_MEMORY", "a number of megabytes", 4...1_000_000) }
}

extension EnvironmentSetting where Value == SnapshotBudget {
    /// What is recorded of values.
    package static var budget: Self { Self("INSPECTOR_BUDGET", SnapshotBudget.textForm, SnapshotBudget.init) }
}

extension EnvironmentSetting where Value == [String] {
    /// Patterns with semicolons between them.
    private init(patterns variable: String) {
        self.init(variable, "patterns with semicolons between them") { text in
            let patterns = CaptureRules.patterns(in: text)
            return patterns.isEmpty ? nil : patterns
        }
    }

    /// `CaptureRules.include`.
    package static var include: Self { Self(patterns: "INSPECTOR_INCLUDE") }
    /// `CaptureRules.exclude`.
    package static var exclude: Self { Self(patterns: "INSPECTOR_EXCLUDE") }
}

extension RecorderConfiguration {
    /// Takes over what the environment sets.
    ///
    /// - Throws: The first error, after all that is valid has been taken over: an invalid limit doesn't let calls be
    ///   recorded that another variable leaves out.
    package mutating func read(_ environment: ProcessEnvironment = .current) throws(EnvironmentError) {
        var first: EnvironmentError?
        func value<Value>(of setting: EnvironmentSetting<Value>) -> Value? {
            do {
                return try setting.value(in: environment)
            } catch {
                first = first ?? error
                return nil
            }
        }
        if let memory = value(of: .memory) { store(megabytes: memory) }
        if let budget = value(of: .budget) { self.budget = budget }
        captureRules.include = value(of: .include) ?? []
        captureRules.exclude = value(of: .exclude) ?? []
        if let first { throw first }
    }
}

/// An environment variable with an invalid value.
package struct EnvironmentError: Error, Sendable, CustomStringConvertible {
    package let variable: String
    package let text: String
    package let form: String

    package var description: String { "\(variable)=\(text) in the environment: not \(form)" }
}

/// The environment of the process, or a substitute for it.
package struct ProcessEnvironment: Sendable {
    private let values: [String: String]?

    /// The live environment of the process, read at each access.
    package static let current = ProcessEnvironment(values: nil)

    package init(_ values: [String: String]) { self.values = values }

    private init(values: [String: String]?) { self.values = values }

    package subscript(_ variable: String) -> String? {
        if let values { return values[variable] }
        return getenv(variable).map { String(cString: $0) }
    }
}
