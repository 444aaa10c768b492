// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Records the calls of the protocols that the environment variable `INSPECT` names, from before `main` on.
///
/// - Parameter text: Patterns with semicolons between them.
@_cdecl("interposer_begin")
func interposerBegin(_ text: UnsafePointer<CChar>) {
    let patterns = CaptureRules.patterns(in: String(cString: text))
    if !patterns.isEmpty { _ = Interposer.install(Interposer.Selection(protocols: patterns)) }
}
