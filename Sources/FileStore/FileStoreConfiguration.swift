// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a recording file is written, and what is kept in it.
public struct FileStoreConfiguration: Sendable {
    /// Longest time from the end of a call to the begin of its writing. Default 100 ms, so that it is on disk 200 ms
    /// after it ended at the latest; 1 ms to 1 h.
    public var interval = Duration.milliseconds(100)
    /// Invocations that are older are deleted, some at a time. Default nil: none.
    public var ageLimit: Duration?
    /// Bytes that the file may have; the oldest invocations are deleted for it. Default nil: no limit; at least 1 MiB.
    ///
    /// What was marked is not deleted, nor is the newest part of the run that is written.
    public var bytesLimit: Int?
    /// Name of the recorded program, to be found in the file. Default that of this process.
    public var programName: String?
    /// Called when writing fails for a new reason; nil when it works again.
    ///
    /// Runs on the thread that writes, without a lock. Default: nothing.
    public var onFailure: @Sendable (FileStoreError?) -> Void = { _ in }

    /// The defaults.
    public init() {}
}
