// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// A Foundation value that is written without reflection and without running user code.
///
/// Only stored facts are read: no formatter runs on the caller's thread.
package protocol FoundationValue: DirectlyEncoded {}

extension FoundationValue {
    /// Foundation and the runtime initialise tables on first use.
    package static var isSlowAtFirst: Bool { true }
}
