// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A closure of the program that answers a requirement.
final class Handler<Arguments, Return>: @unchecked Sendable {
    // Sendable: immutable; like any delegate method, the closure runs on the calling threads.
    let number: Int
    let callsTarget: Bool
    /// Whether the closure still runs while a newer handler answers.
    let isAlwaysCalled: Bool
    let answer: Answer

    typealias Suspending = nonisolated(nonsending) (Arguments) async throws -> Return

    /// The closure, which may suspend if the requirement is async.
    enum Answer {
        case prompt((Arguments) throws -> Return)
        case suspending(Suspending)
    }

    init(number: Int, callsTarget: Bool, isAlwaysCalled: Bool, answer: Answer) {
        self.number = number
        self.callsTarget = callsTarget
        self.isAlwaysCalled = isAlwaysCalled
        self.answer = answer
    }

    /// The answer without suspending. A closure that suspends stops the program.
    func now(_ arguments: Arguments) throws -> Return {
        guard case .prompt(let body) = answer else {
            let type = "\(Arguments.self) -> \(Return.self)"
            fatalError("an async handler was attached to a requirement that is not async, of type \(type)")
        }
        return try body(arguments)
    }
}
