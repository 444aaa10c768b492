// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

@testable import ProtocolScanning

/// A target with one file for each text.
func target(_ sources: String...) -> TargetSources {
    TargetSources(sources.enumerated().map { ("/\($0).swift", $1) })
}
