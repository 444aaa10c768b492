// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import Logging
import ProgramInspection
import ProxyCore

/// Does beforehand what an inspection will do in the program. There it would be too late to say what's wrong: the program
/// would have begun.
struct InspectionTrial {
    private let environment: ProcessEnvironment

    /// - Parameter environment: The settings of the inspection.
    init(_ environment: ProcessEnvironment) { self.environment = environment }

    /// Opens and closes the recording, and the server.
    ///
    /// - Throws: `FileStoreError`, `InspectorServerError` or a `CommandFailure`.
    func run() throws {
        if let store = try InspectionSettings(environment).store { try checkStore(store) }
        try checkServer()
    }

    private func checkStore(_ path: String) throws {
        let isNew = access(path, F_OK) != 0
        let store = try FileStore(path: path)
        store.finish()
        // It belongs to the program. A shell, whose children are inspected, has none. A symbolic link was there before.
        if isNew { unlink(OutputFile.target(of: path)) }
    }

    private func checkServer() throws {
        var configuration = try InspectorServerConfiguration().resolved(in: environment)
        configuration.readsEnvironment = false
        configuration.isDiscoverable = false
        // Warnings will be said by the program's own server.
        configuration.logger.logLevel = .critical
        let server = InspectorServer(recorder: Recorder(), configuration: configuration)
        do { try server.start() } catch { throw ServeOptions.failure(of: error) }
        server.stop()
    }
}
