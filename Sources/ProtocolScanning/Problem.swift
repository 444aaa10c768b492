// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// An error in a file, in the format of compilers.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    package var path: String
    package var place: SourcePlace
    package var message: String

    init(_ path: String, _ place: SourcePlace, _ message: String) {
        self.path = path
        self.place = place
        self.message = message
    }

    /// `file:line:column: error: message`.
    package var description: String { "\(path):\(place.line):\(place.column): error: \(message)" }
}
