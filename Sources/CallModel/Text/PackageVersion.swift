// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The version of this package.
package enum PackageVersion {
    package static let text = "0.1.0"
}
