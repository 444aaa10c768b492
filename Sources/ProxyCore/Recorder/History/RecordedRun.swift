// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A stored run of a program, which can be compared with others.
public struct RecordedRun: Sendable, Hashable {
    /// The run's epoch, with which the ids of its invocations begin; empty for a version of a service.
    public var epoch: String
    /// The version of a service whose processes are the run together, as in `shop@1.4`, or `shop` for those without a
    /// version; nil for a run of one process.
    public var release: String?
    /// The service of a version; nil for a run of one process.
    package var service: String?
    /// Number of processes whose calls are the run's. Default 1.
    public var processes = 1
    /// Path of the run's file, as given when it was opened; nil for a run in memory only.
    public var file: String?
    /// Whether the run is in another file than the current run.
    public var isBeside = false
    /// Name of the recorded program.
    public var program: String
    /// When the recorder was created, the first one of a version, in nanoseconds since 1970-01-01T00:00:00Z.
    public var startedAtNanoseconds: Int64
    /// When the run ended normally; nil while it continues and if it was interrupted.
    public var endedAtNanoseconds: Int64?
    /// Number of stored invocations.
    public var count: Int

    /// Creates a run from its parts.
    public init(
        epoch: String,
        file: String?,
        program: String,
        startedAtNanoseconds: Int64,
        endedAtNanoseconds: Int64?,
        count: Int
    ) {
        self.epoch = epoch
        self.file = file
        self.program = program
        self.startedAtNanoseconds = startedAtNanoseconds
        self.endedAtNanoseconds = endedAtNanoseconds
        self.count = count
    }

    /// The run's unique name: its epoch or release, prefixed with the path and `#` if it is in another file.
    public var name: String {
        let name = release ?? epoch
        return isBeside ? "\(file ?? "")#\(name)" : name
    }
}
