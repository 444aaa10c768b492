// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Synchronization
import Testing

/// The laws that every sequence obeys, checked for one operator.
///
/// Each law has its own sources and scheduler, so that runs are independent.
func checkObservableLaws(_ operatorCase: OperatorCase) {
    for terminal in [Event<Int>.completed, .error(TestError())] {
        expectNoLeak(operatorCase.name) { checkGrammar(operatorCase, terminal) }
        expectNoLeak(operatorCase.name) { checkSourcesAreDisposedOnce(operatorCase, terminal) }
    }
    expectNoLeak(operatorCase.name) { checkSilenceAfterDisposal(operatorCase) }
    expectNoLeak(operatorCase.name) { checkSilenceAfterDisposalFromInside(operatorCase) }
    expectNoLeak(operatorCase.name) { checkDisposalIsIdempotent(operatorCase) }
    expectNoLeak(operatorCase.name) { checkDisposalRacesWithEvents(operatorCase) }
    if operatorCase.serializes { expectNoLeak(operatorCase.name) { checkNoOverlap(operatorCase) } }
}

/// The parts of one experiment.
private struct Experiment {
    let sources: [ProbeSource]
    let scheduler = VirtualScheduler()
    let observer = LawObserver()
    let subscription = SerialDisposable()

    private let settle: @Sendable () -> Void

    init(_ operatorCase: OperatorCase) {
        settle = operatorCase.settle
        sources = (0..<operatorCase.sourceCount).map { _ in ProbeSource() }
        subscription.disposable = operatorCase.subscribe(sources.map(\.observable), scheduler, observer)
    }

    func send(_ event: Event<Int>) {
        for source in sources { source.send(event) }
    }

    func letTimePass() {
        settle()
        scheduler.run(until: scheduler.step + 20)
    }

    /// Three elements from each source, with enough time to arrive.
    func sendSome() {
        for element in 1...3 {
            send(.next(element))
            letTimePass()
        }
    }
}

/// Any number of elements, then at most one end, and nothing after it.
private func checkGrammar(_ operatorCase: OperatorCase, _ terminal: Event<Int>) {
    let experiment = Experiment(operatorCase)
    experiment.sendSome()
    experiment.send(terminal)
    experiment.letTimePass()
    experiment.sendSome()
    experiment.send(.completed)
    experiment.send(.error(TestError(2)))
    experiment.letTimePass()
    let log = experiment.observer.log
    let firstEnd = log.firstIndex { $0.isStop }
    #expect(firstEnd == nil || firstEnd == log.count - 1, "\(operatorCase.name) sends after the end: \(log)")
    experiment.subscription.dispose()
}

/// Each subscription to a source is disposed of exactly once when the sequence ends.
private func checkSourcesAreDisposedOnce(_ operatorCase: OperatorCase, _ terminal: Event<Int>) {
    let experiment = Experiment(operatorCase)
    experiment.sendSome()
    experiment.send(terminal)
    experiment.letTimePass()
    let hasEnded = experiment.observer.log.contains { $0.isStop }
    experiment.subscription.dispose()
    experiment.letTimePass()
    for source in experiment.sources {
        #expect(
            source.disposedCount == source.subscribedCount,
            "\(operatorCase.name): \(source.subscribedCount) subscriptions, \(source.disposedCount) disposals"
        )
    }
    #expect(hasEnded || operatorCase.outlivesSources, "\(operatorCase.name) does not end with its sources")
}

private func checkSilenceAfterDisposal(_ operatorCase: OperatorCase) {
    let experiment = Experiment(operatorCase)
    experiment.sendSome()
    experiment.send(.next(4))
    experiment.subscription.dispose()
    let before = experiment.observer.log.count
    experiment.sendSome()
    experiment.send(.completed)
    experiment.letTimePass()
    #expect(experiment.observer.log.count == before, "\(operatorCase.name) sends after disposal")
    for source in experiment.sources { #expect(source.disposedCount == source.subscribedCount) }
}

private func checkSilenceAfterDisposalFromInside(_ operatorCase: OperatorCase) {
    let experiment = Experiment(operatorCase)
    experiment.observer.onEvent { experiment.subscription.dispose() }
    let before = experiment.observer.log.count
    experiment.sendSome()
    experiment.send(.completed)
    experiment.letTimePass()
    #expect(experiment.observer.log.count <= before + 1, "\(operatorCase.name) sends after disposal from a callback")
    experiment.observer.onEvent {}
    experiment.subscription.dispose()
}

private func checkDisposalIsIdempotent(_ operatorCase: OperatorCase) {
    let experiment = Experiment(operatorCase)
    experiment.sendSome()
    let disposable = experiment.subscription.disposable
    disposable.dispose()
    disposable.dispose()
    experiment.letTimePass()
    disposable.dispose()
    for source in experiment.sources {
        #expect(source.disposedCount == source.subscribedCount, "\(operatorCase.name) disposes twice or not at all")
    }
    experiment.subscription.dispose()
}

/// One thread sends while another disposes: no crash, and no event after both disposal and the last call have returned.
private func checkDisposalRacesWithEvents(_ operatorCase: OperatorCase) {
    for _ in 0..<20 {
        let experiment = Experiment(operatorCase)
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            if thread == 0 {
                experiment.sendSome()
            } else {
                experiment.subscription.dispose()
            }
        }
        experiment.letTimePass()
        let before = experiment.observer.log.count
        experiment.sendSome()
        #expect(experiment.observer.log.count == before, "\(operatorCase.name) sends after disposal on another thread")
        for source in experiment.sources { #expect(source.disposedCount == source.subscribedCount) }
    }
}

/// Events do not overlap even if each source sends on two threads while time advances on a third.
private func checkNoOverlap(_ operatorCase: OperatorCase) {
    let experiment = Experiment(operatorCase)
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
        for element in 0..<200 {
            switch thread {
            case 0, 1: experiment.sources.first?.send(.next(element))
            case 2, 3: experiment.sources.last?.send(.next(element))
            default: experiment.scheduler.run(until: experiment.scheduler.step + 1)
            }
        }
    }
    experiment.letTimePass()
    experiment.send(.completed)
    experiment.letTimePass()
    #expect(!experiment.observer.hasOverlapped, "\(operatorCase.name) sends events that overlap")
    experiment.subscription.dispose()
}
