// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import ProxyCore

/// What every command that records takes.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Keep everything in this file as well; made when it is missing.", valueName: "file"),
        completion: .file()
    )
    var store: String?

    @Option(name: .long, help: ArgumentHelp("Let the file grow to so many megabytes only.", valueName: "megabytes"))
    var storeLimit: Int?

    func validate() throws {
        guard storeLimit ?? 1 >= 1 else { throw ValidationError("--store-limit is at least 1.") }
        guard storeLimit == nil || store != nil else { throw ValidationError("--store-limit wants --store.") }
    }

    /// Lets the recorder keep what it records in the file, if there is to be one.
    func start(_ recorder: Recorder) throws {
        guard let store else { return }
        var configuration = FileStoreConfiguration()
        configuration.programName = "inspector-server"
        configuration.bytesLimit = storeLimit.map { $0 * 1_000_000 }
        configuration.onFailure = { failure in
            Console.note("inspector-server: \(failure?.description ?? "\(store) can be written again.")")
        }
        try recorder.keep(in: .file(URL(fileURLWithPath: store), configuration))
    }

    /// Returns when everything recorded before is in the file, or could not be written.
    ///
    /// - Returns: Whether everything is in the file, or nothing was to be; what is not is said.
    @discardableResult
    func stop(_ recorder: Recorder) -> Bool {
        guard let store, let status = recorder.detachSink() else { return true }
        let lost = status.missed + status.waiting
        if lost > 0 { Console.note("inspector-server: \(lost) invocations are not in \(store).") }
        return lost == 0
    }
}
