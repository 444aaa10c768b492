// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The libraries that are loaded into programs. They lie beside this program.
struct InspectorLibraries {
    static let libraryName = "libinspector-library.so"
    private let preload: String
    let library: String

    init() throws {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        for name in ["libinspector-preload.so", Self.libraryName] {
            let path = own.appendingPathComponent(name).path
            guard access(path, R_OK) == 0 else {
                // A build of the other configuration would put it into another folder.
                let command = own.lastPathComponent == "release" ? "swift build -c release" : "swift build"
                throw CommandFailure("\(path) is missing. Build it with: \(command)")
            }
        }
        preload = own.appendingPathComponent("libinspector-preload.so").path
        library = own.appendingPathComponent(Self.libraryName).path
        // The loader splits the list at both.
        guard !preload.contains(where: { $0 == " " || $0 == ":" }) else {
            throw CommandFailure("\(preload): the loader accepts no path with a space or a colon.")
        }
    }

    /// What the loader is to load in front of a program's libraries, as a text of C.
    ///
    /// - Parameter others: What it was to load before. Its bytes are kept, which need not be a text.
    func preloadList(before others: UnsafePointer<CChar>?) -> [CChar] {
        let more = UnsafeBufferPointer(start: others, count: others.map { strlen($0) } ?? 0)
        let list = Array(preload.utf8CString.dropLast())
        return list + (more.isEmpty ? [] : [CChar(UInt8(ascii: ":"))] + more) + [0]
    }
}
