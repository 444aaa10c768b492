// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Testing

/// The guides in `docs`, which have to agree with the code.
enum Guide {
    /// The lines of a guide, without empty ones.
    static func lines(_ name: String) throws -> [String] {
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let bytes = try #require(DirectoryListing.read("/\(package)/docs/\(name)"))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
