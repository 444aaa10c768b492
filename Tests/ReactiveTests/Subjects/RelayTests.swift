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

    @Test func replayRelayReplaysAndAccepts() {
        let relay = ReplayRelay<Int>.create(bufferSize: 2)
        for element in 1...3 { relay.accept(element) }
        let observer = RawObserver<Int>()
        let subscription = relay.subscribe(observer)
        relay.accept(4)
        #expect(observer.events == ["2", "3", "4"])
        #expect(relay.hasObservers)
        subscription.dispose()
        relay.accept(5)
        #expect(observer.events.count == 3)
        let all = ReplayRelay<Int>.createUnbound()
        _ = Observable.of(1, 2).bind(to: all)
        #expect(all.asObservable().immediateEvents() == ["1", "2"])
        let optional = ReplayRelay<Int?>.create(bufferSize: 1)
        _ = Observable.of(1, 2).bind(to: optional)
        #expect(optional.asObservable().compactMap { $0 }.immediateEvents() == ["2"])
    }
}
