// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A closure of the program that answers a requirement.
final class Handler<Arguments, Return>: @unchecked Sendable {
    // Sendable: immutable; like any delegate method, the closure runs on the calling threads.
    let number: Int
    let callsTarget: Bool
    /// Whether the closure still runs while a newer handler answers.
    let isAlwaysCalled: Bool
    let body: (Arguments) throws -> Return

    init(number: Int, callsTarget: Bool, isAlwaysCalled: Bool, body: @escaping (Arguments) throws -> Return) {
        self.number = number
        self.callsTarget = callsTarget
        self.isAlwaysCalled = isAlwaysCalled
        self.body = body
    }
}
