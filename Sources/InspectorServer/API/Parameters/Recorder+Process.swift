// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension Recorder {
    /// Refuses what only a running program can do. A recorder that replays has nothing to change, so that a change would
    /// succeed without an effect.
    ///
    /// - Parameter lack: What a recording doesn't have; a program has it.
    /// - Throws: 409 `noProcess` for a recording that is replayed.
    func requireProcess(_ lack: String) throws(HTTPProblem) {
        guard isReplay else { return }
        throw HTTPProblem(409, "noProcess", "A recording has no \(lack); only a running program has.")
    }
}
