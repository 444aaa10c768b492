// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A run of a program that is kept, and can be compared with others.
public struct RecordedRun: Sendable, Hashable {
    /// The epoch, which begins the ids of its invocations.
    public var epoch: String
    /// The file that it is in, as it was named on opening; nil for a run that is in memory only.
    public var file: String?
    /// Whether it is in another file than the run that is looked at.
    public var isBeside = false
    /// Name of the recorded program.
    public var program: String
    /// When the recorder began, in nanoseconds since 1970-01-01T00:00:00Z.
    public var startedAtNanoseconds: Int64
    /// When it ended in order, nil when it goes on or was broken off.
    public var endedAtNanoseconds: Int64?
    /// Invocations that are kept.
    public var count: Int

    /// Creates it from its parts.
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

    /// What it is asked for by: its epoch, after the name of the file and `#` where that is another one.
    public var name: String { isBeside ? "\(file ?? "")#\(epoch)" : epoch }
}
