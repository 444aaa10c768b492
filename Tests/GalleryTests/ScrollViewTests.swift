// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gallery
import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) @MainActor struct ScrollViewTests {
    private let view = ScrollView(contentSize: CGSize(width: 320, height: 2_000))
    private let bag = DisposeBag()

    @Test func contentOffsetSendsWhereTheViewIsAndWhereItGoes() {
        var seen: [CGFloat] = []
        view.rx.contentOffset.subscribe(onNext: { seen.append($0.y) }).disposed(by: bag)
        view.drag(by: CGPoint(x: 0, y: 100), steps: 2)
        #expect(seen == [0, 50, 100])
    }

    @Test func whoScrollsWhenToldWhereTheViewIsHearsOfThatToo() {
        var seen: [CGFloat] = []
        view.rx.contentOffset
            .subscribe(onNext: { [view] offset in
                seen.append(offset.y)
                if offset.y == 0 { view.contentOffset.y = 30 }
            })
            .disposed(by: bag)
        #expect(seen == [0, 30])
    }

    @Test func contentOffsetScrollsTheViewAndTellsOfIt() {
        var scrolled = 0
        view.rx.didScroll.subscribe(onNext: { scrolled += 1 }).disposed(by: bag)
        Observable.just(CGPoint(x: 0, y: 40)).bind(to: view.rx.contentOffset).disposed(by: bag)
        #expect(view.contentOffset.y == 40 && scrolled == 1)
    }

    @Test("testScrollView_DelegateEventCompletesOnDealloc") func contentOffsetCompletesWhenTheViewDies() {
        var view: ScrollView? = ScrollView()
        var isCompleted = false
        view?.rx.contentOffset.subscribe(onCompleted: { isCompleted = true }).disposed(by: bag)
        #expect(!isCompleted)
        view = nil
        #expect(isCompleted)
    }

    @Test("UIScrollView testSetDelegateUsesWeakReference") func setDelegateDoesNotKeepTheDelegate() throws {
        weak var weakDelegate: Stopper?
        do {
            let delegate = Stopper()
            weakDelegate = delegate
            try view.rx.setDelegate(delegate).disposed(by: bag)
        }
        #expect(weakDelegate == nil)
    }

    @Test func theDelegateBehindTheProxyChoosesWhereTheViewStops() throws {
        let stopper = Stopper()
        view.delegate = stopper
        var targets: [CGFloat] = []
        view.rx.willEndDragging.subscribe(onNext: { targets.append($0.targetContentOffset.y) }).disposed(by: bag)
        view.drag(by: CGPoint(x: 0, y: 100), velocity: CGPoint(x: 0, y: 400))
        #expect(targets == [200] && view.contentOffset.y == 150)
    }

    @Test func aHandlerAnswersInTheDelegatesPlace() throws {
        view.contentOffset.y = 500
        let refusal = try view.rx.delegate.handle(ScrollViewDelegateProxy.Selectors.shouldScrollToTop) { _ in false }
        view.scrollToTop()
        #expect(view.contentOffset.y == 500)
        refusal.dispose()
        view.scrollToTop()
        #expect(view.contentOffset.y == 0)
    }

    @Test func subscribingLetsTheViewAskAgainWhatItsDelegateImplements() throws {
        let stopper = Stopper()
        view.delegate = stopper
        let proxy = try view.rx.delegate
        let didScroll = ScrollViewDelegateProxy.Selectors.didScroll
        var scrolled = 0
        #expect(!proxy.responds(to: didScroll))
        view.contentOffset.y = 1
        let subscription = view.rx.didScroll.subscribe(onNext: { scrolled += 1 })
        #expect(proxy.responds(to: didScroll) && scrolled == 0)
        view.contentOffset.y = 2
        #expect(scrolled == 1 && view.delegate === proxy)
        subscription.dispose()
        #expect(!proxy.responds(to: didScroll))
    }
}

/// Stops the contents at multiples of 150 and implements nothing else.
private final class Stopper: ScrollViewDelegate, DelegateCapabilities {
    func implements(_ selector: Selector) -> Bool { selector.baseName == "scrollViewWillEndDragging" }

    func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: CGPoint,
        targetContentOffset: inout CGPoint
    ) {
        targetContentOffset.y = (targetContentOffset.y / 150).rounded(.down) * 150
    }
}
