// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Testing

/// Closures that belong to an actor, as those do that are written in its code.
@Suite struct ActorClosureTests {
    @Test @MainActor func aClosureOfTheMainActorIsCalledThere() {
        let subject = PublishSubject<Int>()
        let tally = MainTally()
        tally.follow(subject)
        subject.onNext(1)
        subject.onCompleted()
        #expect(tally.text == "1 1 1 1 1 end end over over")
    }

    @Test func eventsThatAreMovedReachTheMainActor() async {
        let subject = PublishSubject<Int>()
        let tally = MainTally()
        await tally.follow(subject.observe(on: MainScheduler.instance))
        await onAnotherThread {
            subject.onNext(1)
            subject.onCompleted()
        }
        while await tally.text.split(separator: " ").count < 9 { await Task.yield() }
        #expect(await tally.text == "1 1 1 1 1 end end over over")
    }

    @Test func aClosureOfTheMainActorThatIsCalledElsewhereStopsTheProgramAndSaysWhy() async throws {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let subject = PublishSubject<Int>()
            let tally = MainTally()
            await tally.follow(subject)
            await onAnotherThread { subject.onNext(1) }
        }
        let said = String(decoding: try #require(ended).standardErrorContent, as: UTF8.self)
        #expect(said.contains("Move the events to the actor's thread, by observe(on: MainScheduler.instance)"))
    }

    @Test func aClosureOfAnActorThatIsCalledElsewhereStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let subject = PublishSubject<Int>()
            let tally = Tally()
            await tally.follow(subject)
            await onAnotherThread { subject.onNext(1) }
        }
    }

    @Test func aClosureOfAnActorIsCalledInside() async {
        let subject = PublishSubject<Int>()
        let tally = Tally()
        await tally.follow(subject)
        await tally.send(2, to: subject)
        #expect(await tally.sum == 2)
    }

    @Test @MainActor func aSendableClosureIsCalledAnywhere() async {
        let subject = PublishSubject<Int>()
        let seen = Guarded<[Int]>([])
        let subscription = subject.subscribe(onNext: { @Sendable element in seen.change { $0.append(element) } })
        await onAnotherThread { subject.onNext(1) }
        subscription.dispose()
        #expect(seen.value == [1])
    }
}

private func onAnotherThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            body()
            continuation.resume()
        }
    }
}

@MainActor private final class MainTally {
    private(set) var text = ""
    private let bag = DisposeBag()

    func follow(_ source: Observable<Int>) {
        source.subscribe { if let element = $0.element { self.add("\(element)") } }.disposed(by: bag)
        source.subscribe(
            onNext: { self.add("\($0)") },
            onCompleted: { self.add("end") },
            onDisposed: { self.add("over") }
        )
        .disposed(by: bag)
        source.subscribe(
            with: self,
            onNext: { $0.add("\($1)") },
            onCompleted: { $0.add("end") },
            onDisposed: { $0.add("over") }
        )
        .disposed(by: bag)
        source.bind { self.add("\($0)") }.disposed(by: bag)
        source.bind(with: self) { $0.add("\($1)") }.disposed(by: bag)
    }

    private func add(_ word: String) {
        text = (text.split(separator: " ").map(String.init) + [word]).sorted().joined(separator: " ")
    }
}

private actor Tally {
    private(set) var sum = 0
    private let bag = DisposeBag()

    func follow(_ source: Observable<Int>) {
        source.subscribe(onNext: { self.sum += $0 }).disposed(by: bag)
    }

    func send(_ element: Int, to subject: PublishSubject<Int>) { subject.onNext(element) }
}
