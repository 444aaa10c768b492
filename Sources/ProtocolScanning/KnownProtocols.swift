// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The protocols declared in the files of a target.
struct KnownProtocols {
    private let byName: [String: ScannedProtocol]

    init(_ files: [ScannedFile]) {
        let all = files.flatMap(\.protocols).map { ($0.fullName, $0) }
        byName = Dictionary(all) { first, _ in first }
    }

    /// The protocol that a name refers to inside enclosing types: the innermost one.
    func find(_ name: String, in path: [String]) -> ScannedProtocol? {
        for depth in stride(from: path.count, through: 0, by: -1) {
            let full = (path.prefix(depth) + [name]).joined(separator: ".")
            if let found = byName[full] { return found }
        }
        return nil
    }
}
