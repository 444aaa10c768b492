// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import ProxyCore

/// A run that the command compares: `FILE` for the last one of a file, or `FILE#NAME`.
///
/// A name is an epoch or, in a recording of several processes, the version of a service.
struct ComparedRun {
    private let path: String
    private let name: String?

    init(_ text: String) {
        let isFile = { (path: Substring) in FileManager.default.fileExists(atPath: String(path)) }
        let signs = isFile(text[...]) ? [] : text.indices.filter { text[$0] == "#" && $0 > text.startIndex }
        // Names of files may have the sign, too.
        guard let sign = signs.last(where: { isFile(text[..<$0]) }) ?? signs.first else {
            path = text
            name = nil
            return
        }
        path = String(text[..<sign])
        let rest = text[text.index(after: sign)...]
        name = rest.isEmpty ? nil : String(rest)
    }

    /// - Throws: `FileStoreError` or `HistoryFailure`.
    func selectors() throws -> [RunSelector] {
        if let name, let fleet {
            let selectors = fleet.selectors(ofRun: name)
            if let failure = fleet.failure { throw failure }
            if let selectors { return selectors }
        }
        let history = try FileHistory(path: path, epoch: name)
        let selectors = history.selectors(ofRun: history.epoch) ?? []
        if let failure = history.failure { throw failure }
        return selectors
    }

    /// A recorder with the calls of the run.
    ///
    /// - Throws: `FileStoreError`; `SeveralProcesses` for a version with more than one process.
    func recorder() throws -> Recorder {
        if let name, let fleet, let run = try Recorder(replaying: fleet).recorder(ofRun: name) { return run }
        return Recorder(replaying: try FileHistory(path: path, epoch: name))
    }

    /// The processes; nil for a recording of one.
    private var fleet: FleetHistory? { try? FleetHistory(path: path) }
}
