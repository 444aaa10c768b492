// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ContinuousClock.Instant {
    /// When a test gives up on what another thread is to do. Hundreds of tests share a few cores, so what comes late is no
    /// failure; what doesn't come at all fails five minutes later.
    public static var patience: Self { .now + .seconds(300) }
}
