// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import InspectorServer
import OTLPExport
import ProxyCore

/// The common part of commands that record and end: a recorder, its file, and an optional receiver and server.
struct CommandRecording {
    private let recorder: Recorder
    private let storage: StoreOptions
    private let exporter: OTLPExporter?
    private let termination: TerminationSignal?
    private let server: InspectorServer?

    /// - Parameter options: Options of the server; nil for no server.
    init(
        _ recorder: Recorder,
        in storage: StoreOptions,
        sentTo spans: OTLPOptions,
        servedWith options: ServeOptions?
    ) throws {
        self.recorder = recorder
        self.storage = storage
        try storage.start(recorder)
        exporter = try spans.start(recorder)
        termination = options == nil ? nil : TerminationSignal()
        server = try options?.start(recorder)
    }

    /// Prints a summary, serves until the program is asked to end, and returns when everything is in the file.
    ///
    /// - Returns: False if the file or the receiver lacks calls.
    func finish() async -> Bool {
        recorder.flush()
        Console.print(SelectorTable(recorder.selectors).text)
        if let server {
            Console.note("Serving \(server.url) until Ctrl-C.")
            await termination?.wait()
            server.stop()
        }
        let isSent = exporter?.finish() ?? true
        return storage.stop(recorder) && isSent
    }
}
