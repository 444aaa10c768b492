// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct RelayTests {
    @Test func publishRelaySendsToThoseWhoAreThere() {
        let relay = PublishRelay<Int>()
        let observer = RawObserver<Int>()
        relay.accept(1)
        let subscription = relay.asObservable().subscribe(observer)
        relay.accept(2)
        subscription.dispose()
        relay.accept(3)
        #expect(observer.events == ["2"])
        #expect(!relay.hasObservers)
    }

    @Test func behaviorRelayHasAValue() {
        let relay = BehaviorRelay(value: 1)
        let observer = RawObserver<Int>()
        _ = relay.subscribe(observer)
        relay.accept(2)
        #expect(relay.value == 2)
        #expect(observer.events == ["1", "2"])
    }

    @Test func valueIsAlreadySetWhenObserversHearOfIt() {
        let relay = BehaviorRelay(value: 0)
        var seen: [Int] = []
        _ = relay.subscribe(onNext: { _ in seen.append(relay.value) })
        relay.accept(5)
        #expect(seen == [0, 5])
    }

    @Test func bindingToRelaysIgnoresTheEnd() {
        let publish = PublishRelay<Int>()
        let optional = BehaviorRelay<Int?>(value: nil)
        let observer = RawObserver<Int>()
        _ = publish.subscribe(observer)
        let source = PublishSubject<Int>()
        let bag = DisposeBag()
        source.bind(to: publish).disposed(by: bag)
        source.bind(to: optional).disposed(by: bag)
        source.onNext(7)
        source.onCompleted()
        #expect(observer.events == ["7"])
        #expect(optional.value == 7)
    }
}
