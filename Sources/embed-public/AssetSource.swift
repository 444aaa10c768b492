// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat

/// The Swift source of one embedded file.
struct AssetSource {
    /// Path below the public directory, separated by `/`.
    let path: String
    let bytes: [UInt8]

    /// An element of the generated table.
    var element: String {
        """
                EmbeddedAsset(
                    path: \(SwiftLiteral.make(path)),
                    mediaType: \(SwiftLiteral.make(MediaType.ofFile(named: path))),
                    entityTag: \(SwiftLiteral.make(ContentTag.make(bytes))),
                    content: \(content)
                ),
        """
    }

    /// Text stays text. A `StaticString` of one character is not a pointer, so very short files become Base64 as well.
    private var content: String {
        let isStorable = bytes.count > 4 && !bytes.contains(0)
        guard isStorable, let text = String(validating: bytes, as: UTF8.self), Array(text.utf8) == bytes else {
            return ".base64(\(SwiftLiteral.make(Base64.encode(bytes))))"
        }
        return ".text(\(SwiftLiteral.make(text)))"
    }
}

/// The complete generated file.
func generatedSource(of assets: [AssetSource]) -> String {
    """
    // Made by embed-public from the files of public/. Not edited by hand.

    extension EmbeddedAsset {
        /// The files of public/, by path.
        package static let all: [EmbeddedAsset] = [
    \(assets.map(\.element).joined(separator: "\n"))
        ]
    }

    """
}

/// The generated file for documents, with one constant per file, named after it.
func documentSource(of assets: [AssetSource]) -> String {
    """
    // Made by embed-public from the files of Documents/. Not edited by hand.

    /// The documents that the program carries.
    enum EmbeddedDocument {
    \(assets.map(\.constant).joined(separator: "\n"))
    }

    """
}

extension AssetSource {
    /// A constant with the text of a document, whose bytes are stored in the program unchanged.
    fileprivate var constant: String {
        let name = path.prefix { $0 != "." }.split(separator: "-").enumerated()
            .map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }
            .joined()
        return "    static let \(name): StaticString = \(SwiftLiteral.make(String(decoding: bytes, as: UTF8.self)))"
    }
}
