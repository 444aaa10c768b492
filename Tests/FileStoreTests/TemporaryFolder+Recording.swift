// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import GRDB
import ProxyCore

@testable import FilterTestSupport

extension TemporaryFolder {
    /// Path of the recording.
    var recording: String { file().path }

    /// Records calls, the same each time.
    func record(_ count: Int = 30) throws {
        var traffic = FilterTraffic(seed: 5)
        try traffic.recorder.keep(in: .file(file()))
        traffic.record(count)
        traffic.recorder.detachSink()
    }

    /// Changes the recording behind the recorder's back.
    func change(_ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let file = try DatabaseQueue(path: recording, configuration: configuration)
        try file.writeWithoutTransaction { try $0.execute(sql: sql) }
        try file.close()
    }
}

/// The code of the error that `body` throws; nil if it throws none.
func storeErrorCode(_ body: () throws -> Void) -> FileStoreError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? FileStoreError)?.code
    }
}
