// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a program's answer is missing, in words.
package enum ProgramFailure: Error, CustomStringConvertible {
    /// The program can't be reached, or no longer.
    case connection(String)
    /// It answered, but not what was asked for.
    case answer(String)

    package static let late = ProgramFailure.connection("no answer in time")

    /// Of a system call.
    init(_ number: Int32) {
        switch number {
        case ECONNREFUSED: self = .connection("connection refused")
        case ETIMEDOUT: self = .late
        default: self = .connection(String(cString: strerror(number)))
        }
    }

    package var description: String {
        switch self {
        case .connection(let text), .answer(let text): text
        }
    }
}
