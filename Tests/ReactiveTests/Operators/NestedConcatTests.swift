// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

/// Sequences of `concat` and `catch(sequence:)` whose members are such sequences.
@Suite struct NestedConcatTests {
    @Test func chainOfConcatTakesNoStack() {
        expectNoLeak {
            let chain = (0..<10_000).reduce(Observable<Int>.empty()) { $0.concat(Observable.just($1)) }
            var elements: [Int] = []
            _ = chain.subscribe(onNext: { elements.append($0) })
            #expect(elements == Array(0..<10_000))
        }
    }

    /// The members keep the rest of the chain alive in another way while a subscription is in the middle of it.
    @Test func chainThatIsReleasedBeforeItsSubscriptionTakesNoStack() {
        expectNoLeak {
            let probe = ProbeSource()
            let subscription = (0..<10_000).reduce(probe.observable) { $0.concat(Observable.just($1)) }
                .subscribe(onNext: { _ in })
            subscription.dispose()
            #expect(probe.disposedCount == 1)
        }
    }

    @Test func chainOfConcatFromTheRightTakesNoStack() {
        let chain = (0..<10_000).reversed().reduce(Observable<Int>.empty()) { Observable.just($1).concat($0) }
        var elements: [Int] = []
        _ = chain.subscribe(onNext: { elements.append($0) })
        #expect(elements == Array(0..<10_000))
    }

    @Test func sequenceThatEndsWithItselfTakesNoStack() {
        var elements: [Int] = []
        _ = Self.numbers(from: 0).take(10_000).subscribe(onNext: { elements.append($0) })
        #expect(elements == Array(0..<10_000))
    }

    private static func numbers(from first: Int) -> Observable<Int> {
        let members = [true, false].lazy.map { isFirst -> Observable<Int> in
            isFirst ? Observable.just(first) : Self.numbers(from: first + 1)
        }
        return Observable.concat(members)
    }

    @Test func chainOfCatchTakesNoStack() {
        let chain = (0..<10_000).reduce(Observable<Int>.error(TestError(-1))) { before, number in
            Observable.catch(sequence: [before, Observable.error(TestError(number))])
        }
        #expect(chain.immediateEvents() == ["error e9999"])
    }

    @Test func collectionIsReleasedWithItsLastMember() {
        final class Token {}
        weak var observed: Token?
        let probe = ProbeSource()
        let members = [0].lazy.map { _ -> Observable<Int> in
            let token = Token()
            observed = token
            return Observable.concat([0].lazy.map { _ in withExtendedLifetime(token) { probe.observable } })
        }
        let subscription = Observable.concat(members).subscribe(onNext: { _ in })
        #expect(probe.subscribedCount == 1)
        #expect(observed == nil)
        subscription.dispose()
    }

    @Test func membersAreRequestedInTurnAtEachLevel() {
        var log: [String] = []
        func level(_ name: String, _ members: [Observable<Int>]) -> Observable<Int> {
            let requests = AnySequence<Observable<Int>> {
                var rest = members.makeIterator()
                return AnyIterator<Observable<Int>> {
                    log.append(name)
                    return rest.next()
                }
            }
            return Observable.concat(requests)
        }
        let inner = level("inner", [.just(1), .just(2)])
        _ = level("outer", [inner, .just(3)]).subscribe(onNext: { log.append("\($0)") })
        #expect(log == ["outer", "inner", "1", "inner", "2", "inner", "outer", "3", "outer"])
    }

    @Test func errorOfAnInnerConcatEndsTheOuterOne() {
        let inner = Observable.concat([Observable.just(1), .error(TestError()), .just(2)])
        #expect(Observable.concat([inner, .just(3)]).immediateEvents() == ["1", "error e1"])
    }

    @Test func disposalReachesTheMemberOfAnInnerConcat() {
        let (probe, next) = (ProbeSource(), ProbeSource())
        let inner = Observable.concat([Observable.just(1), probe.observable])
        let observer = RawObserver<Int>()
        let subscription = Observable.concat([inner, next.observable]).subscribe(observer)
        probe.send(.next(2))
        subscription.dispose()
        #expect(observer.events == ["1", "2"])
        #expect(probe.disposedCount == 1 && next.subscribedCount == 0)
    }

    @Test func memberThatEndsLaterContinuesWithTheOuterSequence() {
        let (probe, next) = (ProbeSource(), ProbeSource())
        let inner = Observable.concat([Observable.just(1), probe.observable])
        let observer = RawObserver<Int>()
        _ = Observable.concat([inner, next.observable]).subscribe(observer)
        probe.send(.completed)
        #expect(probe.disposedCount == 1 && next.subscribedCount == 1)
        next.send(.next(2))
        next.send(.completed)
        #expect(observer.events == ["1", "2", "end"])
    }

    @Test func innerCatchPassesItsLastErrorOn() {
        let (first, second) = (Observable<Int>.error(TestError(1)), Observable<Int>.error(TestError(2)))
        let inner = Observable.catch(sequence: [first, second])
        #expect(Observable.catch(sequence: [inner, .just(3)]).immediateEvents() == ["3", "end"])
        #expect(Observable.catch(sequence: [first, inner]).immediateEvents() == ["error e2"])
        #expect(Observable.catch(sequence: [inner, first]).immediateEvents() == ["error e1"])
    }

    @Test func innerCatchWithoutMembersCompletes() {
        let failing = Observable<Int>.error(TestError(1))
        let empty = Observable<Int>.catch(sequence: [])
        #expect(Observable.catch(sequence: [failing, empty, .just(3)]).immediateEvents() == ["end"])
        #expect(failing.retry(0).retry().immediateEvents() == ["end"])
    }

    @Test func concatAndCatchKeepTheirOwnEnds() {
        let failing = Observable.concat([Observable.just(1), .error(TestError(1))])
        #expect(Observable.catch(sequence: [failing, .just(2)]).immediateEvents() == ["1", "2", "end"])
        let caught = Observable.catch(sequence: [failing, .just(2)])
        #expect(Observable.concat([caught, .just(3)]).immediateEvents() == ["1", "2", "3", "end"])
    }

    @Test func attemptsOfNestedRetriesMultiply() {
        let source = Observable.concat(.just(1), .error(TestError(1)))
        #expect(source.retry(2).retry(3).immediateEvents() == Array(repeating: "1", count: 6) + ["error e1"])
    }
}
