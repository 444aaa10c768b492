// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Synchronization

/// A protocol whose answers come later, through closures.
protocol AskingDelegate: AnyObject {
    func ask(_ question: String, answer: @escaping @Sendable (Int, String?) -> Void)
    func choose(_ question: String, accept: @escaping @Sendable () -> Void, refuse: (@Sendable (any Error) -> Void)?)
}

/// A proxy as the generator writes it.
final class AskingProxy: ProtocolProxy<any AskingDelegate>, AskingDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    enum Selectors {
        static let ask = MethodSelector<AskingProxy, (String, @Sendable (Int, String?) -> Void), Void>(
            "ask(_:answer:)",
            of: "AskingDelegate",
            parameters: ["question", "answer"]
        )
        static let choose = MethodSelector<
            AskingProxy, (String, @Sendable () -> Void, (@Sendable (any Error) -> Void)?), Void
        >(
            "choose(_:accept:refuse:)",
            of: "AskingDelegate",
            parameters: ["question", "accept", "refuse"]
        )
        static let all = [AnyMethodSelector(ask), AnyMethodSelector(choose)]
    }

    override class var requirements: [AnyMethodSelector] { Selectors.all }

    func ask(_ question: String, answer: @escaping @Sendable (Int, String?) -> Void) {
        let closures = watchClosures(of: Selectors.ask)
        var answer = answer
        if let followed = closures?.watch(1) {
            answer = { [answer] in
                followed.called($0, $1)
                answer($0, $1)
            }
        }
        forward(Selectors.ask, (question, answer)) { $0.ask(question, answer: answer) }
    }

    func choose(_ question: String, accept: @escaping @Sendable () -> Void, refuse: (@Sendable (any Error) -> Void)?) {
        let closures = watchClosures(of: Selectors.choose)
        var accept = accept
        if let followed = closures?.watch(1) {
            accept = { [accept] in
                followed.called()
                accept()
            }
        }
        var refuse = refuse
        if refuse != nil, let followed = closures?.watch(2) {
            refuse = { [refuse] in
                followed.called($0)
                refuse!($0)
            }
        }
        forward(Selectors.choose, (question, accept, refuse)) { $0.choose(question, accept: accept, refuse: refuse) }
    }
}

/// A delegate that keeps the closures until it is told what to do with them.
final class LateAnswerer: AskingDelegate, Sendable {
    private struct State {
        var answers: [@Sendable (Int, String?) -> Void] = []
        var choices: [(accept: @Sendable () -> Void, refuse: (@Sendable (any Error) -> Void)?)] = []
    }

    private let state = Mutex(State())

    func ask(_ question: String, answer: @escaping @Sendable (Int, String?) -> Void) {
        state.withLock { $0.answers.append(answer) }
    }

    func choose(_ question: String, accept: @escaping @Sendable () -> Void, refuse: (@Sendable (any Error) -> Void)?) {
        state.withLock { $0.choices.append((accept, refuse)) }
    }

    /// The closures of the first call of `ask` that was not answered; the caller releases them.
    func takeAnswer() -> (@Sendable (Int, String?) -> Void)? {
        state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
    }

    /// The closures of the first call of `choose`.
    func takeChoice() -> (accept: @Sendable () -> Void, refuse: (@Sendable (any Error) -> Void)?)? {
        state.withLock { $0.choices.isEmpty ? nil : $0.choices.removeFirst() }
    }
}
