// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A real document for the demo to parse.
enum DemoDocument {
    /// The machine's MIME database if it exists, otherwise a built-in document.
    static func open() -> XMLFileStream {
        (try? XMLFileStream(path: "/usr/share/mime/packages/freedesktop.org.xml"))
            ?? XMLFileStream(data: Data(bytes: shipped.utf8Start, count: shipped.utf8CodeUnitCount))
    }

    private static let shipped = EmbeddedDocument.reactiveApi
}
