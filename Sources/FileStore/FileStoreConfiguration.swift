// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a recording file is written, and what it keeps.
public struct FileStoreConfiguration: Sendable {
    /// Longest delay between the end of a call and the start of its writing. Default 100 ms, so a call is on disk at
    /// most 200 ms after it ended; 1 ms to 1 h.
    public var interval = Duration.milliseconds(100)
    /// Invocations older than this are deleted in small steps, whenever something is written. Default nil: no limit.
    public var ageLimit: Duration?
    /// Size limit of the file, in bytes. The oldest invocations are deleted to stay below it. Default nil: no limit; at
    /// least 1 MiB.
    ///
    /// Marked invocations, and the newest part of each run that is still being written, are never deleted.
    public var bytesLimit: Int?
    /// Name of the recorded program, stored in the file. Default: that of this process.
    public var programName: String?
    /// Called with an error when writing fails for a new reason, and with nil when it works again; with `.replaced` also by
    /// `finish()` if the file was moved, deleted or replaced after the last batch.
    ///
    /// Runs on the writing thread, or on that of `finish()`, without a lock. Default: does nothing.
    public var onFailure: @Sendable (FileStoreError?) -> Void = { _ in }
    /// Whether the file's descriptors are still its own. If not, their numbers may be those of other files, and the file is
    /// neither written nor closed from then on. Asked before each batch. Default: yes.
    package var ownsDescriptors: @Sendable () -> Bool = { true }

    /// Creates the default configuration.
    public init() {}
}
