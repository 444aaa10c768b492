// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a recorder passes invocations to a sink.
public struct SinkConfiguration: Sendable, Hashable {
    /// Longest delay between the end of a call and the start of its `write`, while the sink keeps up. Default 100 ms; 1
    /// ms to 1 h.
    public var interval = Duration.milliseconds(100)
    /// Maximum number of invocations in one batch. Default 8 192; at least 1.
    public var batchCount = 8_192
    /// Delay before retrying after a failure. Default 1 s; 1 ms to 1 h.
    public var retryInterval = Duration.seconds(1)

    /// Creates the default configuration.
    public init() {}

    /// The same configuration with all values clamped to their bounds.
    var clamped: SinkConfiguration {
        func clamp(_ duration: Duration) -> Duration { min(max(duration, .milliseconds(1)), .seconds(3_600)) }
        var configuration = self
        configuration.interval = clamp(interval)
        configuration.retryInterval = clamp(retryInterval)
        configuration.batchCount = max(1, batchCount)
        return configuration
    }
}
