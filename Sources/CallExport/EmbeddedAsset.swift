// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat

/// A page file embedded in the program. The build generates the table `all` from `public/`.
struct EmbeddedAsset: Sendable {
    enum Content: Sendable {
        case text(StaticString)
        /// A binary file, as Base64.
        case base64(StaticString)
    }

    /// Path below `public/`.
    let path: String
    let mediaType: String
    let entityTag: String
    let content: Content

    /// The response body.
    var body: HTTPResponse.Body {
        switch content {
        case .text(let text): .fixed(text)
        case .base64(let text): .bytes(text.withUTF8Buffer { Base64.decode($0) })
        }
    }
}
