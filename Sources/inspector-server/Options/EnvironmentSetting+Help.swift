// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

extension EnvironmentSetting {
    /// What the help of an option says of it.
    func help(_ standard: Any?) -> String {
        standard.map { "(environment: \(variable); default: \($0))" } ?? "(environment: \(variable))"
    }

    /// The value in the environment; nil when it is not there or empty.
    ///
    /// - Throws: a usage error that names the variable when it cannot be read.
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
