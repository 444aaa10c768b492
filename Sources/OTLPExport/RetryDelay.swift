// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How long to wait before a request is sent again: longer each time, and not all programs at once.
///
/// - SeeAlso: OTLP specification, "OTLP/HTTP Throttling"
struct RetryDelay {
    private static let first = 0.5
    private static let most = 30.0

    private var next = RetryDelay.first

    /// The delay after one more failure, in seconds.
    ///
    /// - Parameters:
    ///   - wanted: What the receiver asks for; nil if it doesn't.
    ///   - chance: From 0 to 1.
    mutating func after(_ wanted: Double?, chance: Double = .random(in: 0...1)) -> Double {
        let own = next * (0.75 + chance / 2)
        next = min(next * 2, Self.most)
        // A receiver that asks for time gets it, and a little more.
        return wanted.map { $0 + own / 4 } ?? own
    }
}
