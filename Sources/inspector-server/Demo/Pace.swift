// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Keeps a growing count near a rate.
final class Pace {
    private let rate: Double
    private let start = ContinuousClock.now

    /// - Parameter rate: Rate per second, from now on.
    init(rate: Double) { self.rate = rate }

    /// Waits until `count` is due, checking `isOver` at each step.
    func wait(for count: Double, unless isOver: () -> Bool) {
        let due = start + .seconds(count / rate)
        while !isOver(), ContinuousClock.now < due {
            let left = ContinuousClock.now.duration(to: due)
            let step = min(left, .milliseconds(50))
            Thread.sleep(forTimeInterval: Double(step.components.attoseconds) / 1e18)
        }
    }
}
