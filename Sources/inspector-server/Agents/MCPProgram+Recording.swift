// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import InspectorServer
import ProxyCore

extension MCPProgram {
    /// A recording, with others for comparison.
    init(recording path: String, id: String, comparedWith others: [String]) throws {
        let recorder =
            others.isEmpty && FleetHistory.exists(at: path)
            ? Recorder(replaying: try FleetHistory(path: path))
            : Recorder(replaying: try FileHistory(path: path, epoch: nil, comparedWith: others))
        let name = URL(fileURLWithPath: path).lastPathComponent
        self.init(id: id, name: name, place: path, recorder: recorder)
    }
}
