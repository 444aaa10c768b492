// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import ProgramInspection
import ProxyCore

/// File options of commands that record.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Keep all calls in this recording; created if it is missing.", valueName: "file"),
        completion: .file()
    )
    var store: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Maximum size of the recording; the oldest calls are deleted.", valueName: "megabytes")
    )
    var storeLimit: Int?

    func validate() throws {
        if let storeLimit, !(1...1_000_000_000).contains(storeLimit) {
            throw ValidationError("--store-limit \(storeLimit): not \(InspectionSetting.storeLimit.form).")
        }
    }

    /// Checks that a limit is that of a recording.
    ///
    /// - Parameter settings: Variables that may name the recording, too, of commands that take it from the environment.
    func checkLimit(_ settings: [String: String] = [:]) throws {
        let named = settings[InspectionSetting.store.variable] ?? ""
        guard storeLimit == nil || store != nil || !named.isEmpty else {
            throw ValidationError("--store-limit requires --store.")
        }
    }

    /// The options as variables of the environment.
    var variables: [(String, String)] {
        [
            (InspectionSetting.store.variable, store.map { URL(fileURLWithPath: $0).path }),
            (InspectionSetting.storeLimit.variable, storeLimit.map { "\($0)" }),
        ]
        .compactMap { name, value in value.map { (name, $0) } }
    }

    /// Makes the recorder keep its calls in the file, if there is one.
    func start(_ recorder: Recorder) throws {
        guard let store else { return }
        var configuration = FileStoreConfiguration()
        configuration.programName = "inspector-server"
        configuration.bytesLimit = storeLimit.map { $0 * 1_000_000 }
        configuration.onFailure = { failure in
            Console.note("inspector-server: \(failure?.description ?? "\(store) is writable again.")")
        }
        try recorder.keep(in: .file(URL(fileURLWithPath: store), configuration))
    }

    /// Returns when everything recorded before is in the file, or writing has failed.
    ///
    /// - Returns: False if the file lacks calls that were recorded. A message tells of these, and of calls that were not.
    @discardableResult
    func stop(_ recorder: Recorder) -> Bool {
        guard let store, let status = recorder.detachSink() else { return true }
        let lost = LostCalls(status, recorder.status)
        for message in lost.messages(store) { Console.note("inspector-server: \(message)") }
        return lost.unwritten == 0
    }
}
