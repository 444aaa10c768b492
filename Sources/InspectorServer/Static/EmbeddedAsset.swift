// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat

/// A file of the page inside the program. The build makes the table `all` from `public/`.
struct EmbeddedAsset: Sendable {
    enum Content: Sendable {
        case text(StaticString)
        /// A file that is not text, as Base64.
        case base64(StaticString)
    }

    /// Path below `public/`.
    let path: String
    let mediaType: String
    let entityTag: String
    let content: Content

    /// The body of an answer.
    var body: HTTPResponse.Body {
        switch content {
        case .text(let text): .fixed(text)
        case .base64(let text): .bytes(text.withUTF8Buffer { Base64.decode($0) })
        }
    }
}
