// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

extension RecorderConfiguration {
    /// The defaults, but for the time that a snapshot may take: a test of what is kept must not find it cut because
    /// the machine was busy with something else.
    public static var unhurried: RecorderConfiguration {
        var configuration = RecorderConfiguration()
        configuration.budget.time = .seconds(60)
        return configuration
    }
}
