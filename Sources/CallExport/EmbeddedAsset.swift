// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A page file embedded in the program. The build generates the table `all` from `public/`.
package struct EmbeddedAsset: Sendable {
    package enum Content: Sendable {
        case text(StaticString)
        /// A binary file, as Base64.
        case base64(StaticString)
    }

    /// Path below `public/`.
    package let path: String
    package let mediaType: String
    package let entityTag: String
    package let content: Content
}
