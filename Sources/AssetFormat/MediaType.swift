// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Media types of the page's files, as used in `Content-Type`.
package enum MediaType {
    /// For unknown file extensions.
    private static let fallback = "application/octet-stream"

    private static let byExtension = [
        "css": "text/css; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "ico": "image/x-icon",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "map": "application/json",
        "mjs": "text/javascript; charset=utf-8",
        "png": "image/png",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "webmanifest": "application/manifest+json",
        "woff2": "font/woff2",
    ]

    /// The media type for a file name or path.
    package static func ofFile(named name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return fallback }
        return byExtension[name[name.index(after: dot)...].lowercased()] ?? fallback
    }
}
