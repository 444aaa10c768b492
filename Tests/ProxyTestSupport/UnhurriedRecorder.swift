// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

extension RecorderConfiguration {
    /// The defaults, without the time limit for snapshots: on a busy machine, the limit could truncate recorded values.
    public static var unhurried: RecorderConfiguration {
        var configuration = RecorderConfiguration()
        configuration.budget.time = .seconds(60)
        return configuration
    }
}
