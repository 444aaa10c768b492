// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// A value of Foundation's that is written without reflection, and without code of the program.
///
/// Only facts are read that the value has stored: no formatter runs on the caller's thread.
package protocol FoundationValue: DirectlyEncoded {}

extension FoundationValue {
    /// Foundation and the runtime set things up when they are first used.
    package static var isSlowAtFirst: Bool { true }
}
