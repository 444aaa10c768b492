// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import GRDB
import InspectorServer
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct WrittenValuesTests {
    let folder = TemporaryFolder()

    /// The columns with values, as stored in a file.
    func columns(_ path: String) throws -> [[String?]] {
        let database = try DatabaseQueue.patient(path)
        return try database.read { db in
            try Row.fetchAll(db, sql: "SELECT arguments, result, error FROM record ORDER BY id").map { row in
                [row[0], row[1], row[2]]
            }
        }
    }

    /// A recorder writes values from its store, an import from invocations.
    @Test(arguments: 1...3 as ClosedRange<UInt64>) func aRecorderWritesTheSameBytesAsAnImport(seed: UInt64) throws {
        var traffic = FilterTraffic(seed: seed)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(700)
        traffic.recorder.detachSink()
        var lines: [UInt8] = []
        try InvocationExport(traffic.recorder, as: .ndjson).write { lines += $0 }
        let copy = folder.file("copy.sqlite").path
        let target = try RecordingImport(path: copy)
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            try Array(line).withUnsafeBytes { try target.add($0) }
        }
        _ = try target.finish()
        let (written, imported) = (try columns(folder.file().path), try columns(copy))
        #expect(written.count > 700 && written.count == imported.count)
        for (left, right) in zip(written, imported) { #expect(left == right) }
    }
}
