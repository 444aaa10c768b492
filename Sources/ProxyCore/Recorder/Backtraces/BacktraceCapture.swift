// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Selects the calls whose backtrace is recorded, that is, who called.
///
/// ```swift
/// recorder.backtraces = BacktraceCapture(of: ["DownloaderDelegate.*"], frames: 8)
/// ```
public struct BacktraceCapture: Sendable, Hashable {
    /// Valid numbers of frames.
    public static let frameCounts = 1...64
    /// Most patterns.
    public static let selectorCountLimit = 256

    /// Names of requirements, with or without the protocol's, and of protocols. They match whole names, ignoring case;
    /// `*` matches any run of characters: `signIn(_:password:)`, `AccountDelegate`, `AccountDelegate.did*`, `*`. At most
    /// 256; more are ignored.
    public var selectors: [String]
    /// Frames to record for each call, from the proxy's caller outwards; 1 to 64, clamped. Default 8.
    ///
    /// Up to 8 more are recorded, because that many may be the proxy's own.
    public var frames: Int

    /// Creates a selection.
    public init(of selectors: [String] = ["*"], frames: Int = 8) {
        self.selectors = selectors
        self.frames = frames
    }

    /// The same with all values clamped to their bounds.
    var clamped: BacktraceCapture {
        BacktraceCapture(
            of: Array(selectors.prefix(Self.selectorCountLimit)),
            frames: min(max(frames, Self.frameCounts.lowerBound), Self.frameCounts.upperBound)
        )
    }
}
