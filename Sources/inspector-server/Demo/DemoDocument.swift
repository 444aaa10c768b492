// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A real document for the demo to parse.
enum DemoDocument {
    /// The machine's MIME database when it is there, else the document that the program carries.
    static func open() -> XMLFileStream {
        XMLFileStream(path: "/usr/share/mime/packages/freedesktop.org.xml")
            ?? XMLFileStream(data: Data(bytes: shipped.utf8Start, count: shipped.utf8CodeUnitCount))
    }

    private static let shipped = EmbeddedDocument.reactiveApi
}
