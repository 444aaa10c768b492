// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Name of the recorded program; empty when it is not known.
    var program: String { runs.first { $0.name == epoch }?.program ?? "" }

    /// A recorder with the calls of one run: itself for its own run, otherwise one that replays the run.
    ///
    /// - Parameter name: The name of one of `runs`.
    /// - Returns: nil when there is no such run.
    package func recorder(ofRun name: String) -> Recorder? {
        if name == epoch { return self }
        return attachment.history?.history(ofRun: name).map(Recorder.init(replaying:))
    }
}
