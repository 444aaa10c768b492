// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat

/// A file of the page, ready to send.
struct Asset: Sendable {
    let mediaType: String
    let entityTag: String
    let body: HTTPResponse.Body
}

extension EmbeddedAsset {
    var body: HTTPResponse.Body {
        switch content {
        case .text(let text): .fixed(text)
        case .base64(let text): .bytes(text.withUTF8Buffer { Base64.decode($0) })
        }
    }
}

/// The page's files in a fixed table by path. Paths in requests are never joined to a directory.
struct AssetLibrary: Sendable {
    /// Looks a file up by its path below the public directory.
    let asset: @Sendable (String) -> Asset?

    /// The files selected by a configuration.
    static func make(_ configuration: InspectorServerConfiguration) throws(InspectorServerError) -> AssetLibrary {
        guard let root = configuration.publicDirectory else { return embedded }
        return try directory(root)
    }

    /// The files embedded at build time.
    static let embedded: AssetLibrary = {
        let table = Dictionary(
            uniqueKeysWithValues: EmbeddedAsset.all.map { file in
                (file.path, Asset(mediaType: file.mediaType, entityTag: file.entityTag, body: file.body))
            }
        )
        return AssetLibrary { table[$0] }
    }()

    /// The current files in a directory, for development of the page.
    ///
    /// - Throws: `InspectorServerError` with `.publicDirectoryMissing`.
    static func directory(_ root: String) throws(InspectorServerError) -> AssetLibrary {
        guard DirectoryListing.canRead(root) else {
            throw InspectorServerError(.publicDirectoryMissing, context: root)
        }
        return AssetLibrary { path in
            guard let file = DirectoryListing.files(below: root)[path],
                let bytes = DirectoryListing.read(file)
            else { return nil }
            return Asset(
                mediaType: MediaType.ofFile(named: path),
                entityTag: ContentTag.make(bytes),
                body: .bytes(bytes)
            )
        }
    }
}
