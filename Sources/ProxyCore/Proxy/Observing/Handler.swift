// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One closure of the program that answers a requirement.
final class Handler<Arguments, Return>: @unchecked Sendable {
    // Sendable: immutable; the closure is called on the threads on which calls come, as every delegate method is.
    let number: Int
    let callsTarget: Bool
    /// Whether the closure is called while a newer handler answers.
    let isAlwaysCalled: Bool
    let body: (Arguments) throws -> Return

    init(number: Int, callsTarget: Bool, isAlwaysCalled: Bool, body: @escaping (Arguments) throws -> Return) {
        self.number = number
        self.callsTarget = callsTarget
        self.isAlwaysCalled = isAlwaysCalled
        self.body = body
    }
}
