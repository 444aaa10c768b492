// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Name of the recorded program; empty when it is not known.
    var program: String { runs.first { $0.name == epoch }?.program ?? "" }

    /// A recorder with the calls of one run: itself for its own run, otherwise one that replays the run.
    ///
    /// - Parameter name: The name of one of `runs`.
    /// - Returns: nil when there is no such run.
    /// - Throws: `SeveralProcesses` if the run is not one of a single process.
    package func recorder(ofRun name: String) throws(SeveralProcesses) -> Recorder? {
        if name == epoch, fleet == nil { return self }
        if let history = attachment.history?.history(ofRun: name) { return Recorder(replaying: history) }
        let processes = (programs ?? []).filter { name == epoch || name == $0.process.release }
        if processes.count > 1 { throw SeveralProcesses(run: name, epochs: processes.map(\.epoch)) }
        return nil
    }
}
