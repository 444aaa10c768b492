// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The version of the inspector, as reported by `--version` and `/api/v1/status`.
public enum InspectorServerVersion {
    /// Semantic version.
    public static let text = PackageVersion.text
}
