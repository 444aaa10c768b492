// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

extension EnvironmentSetting {
    /// The note on the variable in an option's help.
    func help(_ standard: Any?) -> String {
        standard.map { "(environment: \(variable); default: \($0))" } ?? "(environment: \(variable))"
    }

    /// The value in the environment; nil if it is unset or empty.
    ///
    /// - Throws: A usage error that names an invalid variable.
    var valueOfOption: Value? {
        get throws {
            do {
                return try value()
            } catch {
                throw ValidationError("\(error).")
            }
        }
    }
}
