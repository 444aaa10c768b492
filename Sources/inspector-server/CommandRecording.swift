// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import InspectorServer
import ProxyCore

/// What commands have in common that record something and come to an end: a recorder, its file, and a server where one
/// is wanted.
struct CommandRecording {
    private let recorder: Recorder
    private let storage: StoreOptions
    private let termination: TerminationSignal?
    private let server: InspectorServer?

    /// - Parameter options: Those of the server; nil for none.
    init(_ recorder: Recorder, in storage: StoreOptions, servedWith options: ServeOptions?) throws {
        self.recorder = recorder
        self.storage = storage
        try storage.start(recorder)
        termination = options == nil ? nil : TerminationSignal()
        server = try options?.start(recorder)
    }

    /// Prints a summary, serves until the program is told to end, and returns when everything is in the file.
    ///
    /// - Returns: False when something of it could not be written.
    func finish() async -> Bool {
        recorder.flush()
        Console.print(SelectorTable(recorder.selectors).text)
        if let server {
            Console.note("Serving \(server.url) until Ctrl-C.")
            await termination?.wait()
            server.stop()
        }
        return storage.stop(recorder)
    }
}
