// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Testing

@Suite struct DisposableTests {
    @Test func anonymousDisposableActsOnceAndLetsGoOfItsAction() {
        weak var captured: Token?
        var count = 0
        let disposable: any Cancelable = {
            let token = Token()
            captured = token
            return Disposables.create {
                _ = token
                count += 1
            }
        }()
        #expect(captured != nil)
        #expect(!disposable.isDisposed)
        disposable.dispose()
        disposable.dispose()
        #expect(count == 1)
        #expect(disposable.isDisposed)
        #expect(captured == nil)
    }

    @Test func anonymousDisposableMayDisposeOfItselfFromItsAction() {
        let serial = SerialDisposable()
        var count = 0
        serial.disposable = Disposables.create {
            count += 1
            serial.dispose()
            serial.disposable.dispose()
        }
        serial.dispose()
        #expect(count == 1)
    }

    @Test func createDisposesOfAllInOrder() {
        var order: [Int] = []
        func part(_ number: Int) -> any Disposable { Disposables.create { order.append(number) } }
        let all: [any Cancelable] = [
            Disposables.create(part(1), part(2)),
            Disposables.create(part(3), part(4), part(5)),
            Disposables.create(part(6), part(7), part(8), part(9), part(10)),
            Disposables.create([part(11)]),
        ]
        for disposable in all {
            disposable.dispose()
            disposable.dispose()
            #expect(disposable.isDisposed)
        }
        #expect(order == Array(1...11))
    }

    @Test func booleanDisposableRemembers() {
        let disposable = BooleanDisposable()
        #expect(!disposable.isDisposed)
        disposable.dispose()
        #expect(disposable.isDisposed)
        #expect(BooleanDisposable(isDisposed: true).isDisposed)
    }

    @Test func singleAssignmentDisposesOfWhatComesTooLate() {
        let early = SingleAssignmentDisposable()
        let first = BooleanDisposable()
        early.setDisposable(first)
        #expect(!first.isDisposed)
        early.dispose()
        #expect(first.isDisposed && early.isDisposed)

        let late = SingleAssignmentDisposable()
        late.dispose()
        let second = BooleanDisposable()
        late.setDisposable(second)
        #expect(second.isDisposed)
    }

    @Test func singleAssignmentRefusesASecondValue() async {
        await #expect(processExitsWith: .failure) {
            let disposable = SingleAssignmentDisposable()
            disposable.setDisposable(Disposables.create())
            disposable.setDisposable(Disposables.create())
        }
    }

    @Test func serialDisposableDisposesOfThePreviousOne() {
        let serial = SerialDisposable()
        let parts = (0..<3).map { _ in BooleanDisposable() }
        serial.disposable = parts[0]
        serial.disposable = parts[1]
        #expect(parts.map(\.isDisposed) == [true, false, false])
        #expect(serial.disposable as? BooleanDisposable === parts[1])
        serial.dispose()
        #expect(serial.isDisposed && parts[1].isDisposed)
        serial.disposable = parts[2]
        #expect(parts[2].isDisposed)
    }

    @Test func compositeInsertsRemovesAndDisposes() {
        let composite = CompositeDisposable()
        let parts = (0..<3).map { _ in BooleanDisposable() }
        let key = composite.insert(parts[0])
        _ = composite.insert(parts[1])
        #expect(composite.count == 2)
        if let key {
            composite.remove(for: key)
            composite.remove(for: key)
        }
        #expect(parts.map(\.isDisposed) == [true, false, false])
        #expect(composite.count == 1)
        composite.dispose()
        #expect(composite.isDisposed && parts[1].isDisposed && composite.count == 0)
        #expect(composite.insert(parts[2]) == nil)
        #expect(parts[2].isDisposed)
    }

    @Test func compositeDisposesOfAMemberThatIsAddedDuringDisposal() {
        let composite = CompositeDisposable()
        let late = BooleanDisposable()
        _ = composite.insert(Disposables.create { _ = composite.insert(late) })
        composite.dispose()
        #expect(late.isDisposed)
    }

    @Test func refCountWaitsForAllThatItGaveOut() {
        let guarded = BooleanDisposable()
        let refCount = RefCountDisposable(disposable: guarded)
        let first = refCount.retain()
        let second = refCount.retain()
        first.dispose()
        first.dispose()
        refCount.dispose()
        #expect(!guarded.isDisposed)
        second.dispose()
        #expect(guarded.isDisposed && refCount.isDisposed)
        refCount.retain().dispose()
    }

    @Test func refCountGoesWithItsOwnDisposalIfNothingIsOut() {
        let guarded = BooleanDisposable()
        let refCount = RefCountDisposable(disposable: guarded)
        refCount.retain().dispose()
        #expect(!guarded.isDisposed)
        refCount.dispose()
        #expect(guarded.isDisposed)
    }

    @Test func scheduledDisposableDisposesOnItsScheduler() {
        let scheduler = VirtualScheduler()
        let part = BooleanDisposable()
        let scheduled = ScheduledDisposable(scheduler: scheduler, disposable: part)
        scheduled.dispose()
        #expect(!part.isDisposed && !scheduled.isDisposed)
        scheduler.run(until: 2)
        #expect(part.isDisposed && scheduled.isDisposed)
    }

    @Test func bagDisposesOfItsMembersWhenItGoes() {
        let parts = (0..<7).map { _ in BooleanDisposable() }
        var bag: DisposeBag? = DisposeBag()
        parts[0].disposed(by: bag!)
        bag!.insert(parts[1], parts[2])
        bag!.insert([parts[3]])
        bag!.insert {
            parts[4]
            parts[5]
        }
        #expect(parts.allSatisfy { !$0.isDisposed })
        bag = DisposeBag(disposing: parts[6])
        #expect(parts.map(\.isDisposed) == [true, true, true, true, true, true, false])
        bag = DisposeBag { Disposables.create() }
        bag = nil
        #expect(parts[6].isDisposed)
    }

    @Test func disposalAndSetUpMayRaceInAnyOrder() {
        for _ in 0..<2_000 {
            let single = SingleAssignmentDisposable()
            let serial = SerialDisposable()
            let composite = CompositeDisposable()
            let parts = (0..<3).map { _ in BooleanDisposable() }
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 {
                    single.setDisposable(parts[0])
                    serial.disposable = parts[1]
                    _ = composite.insert(parts[2])
                } else {
                    single.dispose()
                    serial.dispose()
                    composite.dispose()
                }
            }
            #expect(parts.allSatisfy { $0.isDisposed })
        }
    }

    @Test func disposablesLeaveNothingBehind() {
        expectNoLeak {
            let composite = CompositeDisposable(Disposables.create {}, SerialDisposable())
            _ = composite.insert(RefCountDisposable(disposable: BooleanDisposable()))
            let bag = DisposeBag()
            composite.disposed(by: bag)
        }
    }
}

private final class Token {}
