// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) struct ObservationTests {
    private typealias Selectors = PanelDelegateProxy.Selectors
    private let recorder = Recorder()
    private let panel = Panel()
    private let mock = PanelMock()
    private let proxy: PanelDelegateProxy
    private let bag = DisposeBag()

    init() {
        proxy = PanelDelegateProxy(panel: panel, recorder: recorder)
        proxy.setForwardDelegate(mock, retain: false)
    }

    @Test func manyObserversSeeEachCallOnceInTheOrderOfTheirSubscriptions() {
        var seen: [Int] = []
        for number in 0..<5 {
            proxy.methodInvoked(Selectors.didTurn).subscribe(onNext: { _ in seen.append(number) }).disposed(by: bag)
        }
        proxy.panel(panel, didTurnTo: 1)
        #expect(seen == [0, 1, 2, 3, 4])
    }

    @Test func whoSubscribesDuringACallSeesTheNextOne() {
        var seen: [Int] = []
        var isSubscribed = false
        let later = DisposeBag()
        proxy.sentMessage(Selectors.didTurn)
            .subscribe(onNext: { [proxy] _ in
                guard !isSubscribed else { return }
                isSubscribed = true
                proxy.sentMessage(Selectors.didTurn).subscribe(onNext: { seen.append($0.1) }).disposed(by: later)
                proxy.methodInvoked(Selectors.didTurn).subscribe(onNext: { seen.append($0.1 + 100) })
                    .disposed(by: later)
            })
            .disposed(by: bag)
        proxy.panel(panel, didTurnTo: 1)
        #expect(seen == [])
        proxy.panel(panel, didTurnTo: 2)
        #expect(seen == [2, 102])
    }

    @Test func whoSubscribesInsideACallThatIsObservedAlreadyDoesNotSeeItsEnd() {
        var seen: [String] = []
        var isSubscribed = false
        let later = DisposeBag()
        proxy.methodInvoked(Selectors.width).subscribe().disposed(by: bag)
        proxy.returned(Selectors.width).subscribe().disposed(by: bag)
        mock.onCall = { [proxy] in
            guard !isSubscribed else { return }
            isSubscribed = true
            proxy.methodInvoked(Selectors.width).subscribe(onNext: { seen.append("after \($0.1)") }).disposed(by: later)
            proxy.returned(Selectors.width).subscribe(onNext: { seen.append("is \($0.1)") }).disposed(by: later)
            // A call inside the call began after the subscriptions.
            _ = proxy.panel(Panel(), widthOf: 1)
        }
        _ = proxy.panel(panel, widthOf: 2)
        #expect(seen == ["after 1", "is 10"])
        _ = proxy.panel(panel, widthOf: 3)
        #expect(seen == ["after 1", "is 10", "after 3", "is 30"])
    }

    @Test(arguments: [false, true])
    func whoSubscribesInsideACallDoesNotSeeItsEndWhenAnotherObserverCalls(throwing: Bool) throws {
        let loader = Loader()
        let loading = LoaderProxy(loader: loader, recorder: recorder)
        loading.setForwardDelegate(loader, retain: false)
        var seen: [Int] = []
        let later = DisposeBag()
        // A call inside the end of the call, which began after the subscription.
        loading.methodInvoked(LoaderProxy.selector)
            .subscribe(onNext: { [proxy, panel] _ in _ = proxy.panel(panel, widthOf: 1) })
            .disposed(by: bag)
        proxy.methodInvoked(Selectors.width).subscribe().disposed(by: bag)
        loader.onLoad = { [loading] in
            loading.methodInvoked(LoaderProxy.selector).subscribe(onNext: { seen.append($0.count) }).disposed(by: later)
        }
        _ = try? loading.load(throwing ? "" : "a")
        #expect(seen == [])
        loader.onLoad = {}
        _ = try? loading.load("bc")
        #expect(seen == [2])
    }

    @Test func observingByNameGivesTheArgumentsAsAList() throws {
        var seen: [String] = []
        try proxy.returned("panel(_:widthOf:)").subscribe(onNext: { seen = $0.map { "\($0)" } }).disposed(by: bag)
        #expect(proxy.panel(panel, widthOf: 4) == 40)
        #expect(seen.dropFirst() == ["4", "40"])
    }

    @Test func anOptionalRequirementWithAResultIsNotAnsweredByObservers() throws {
        proxy.sentMessage(Selectors.title).subscribe(onNext: { _ in }).disposed(by: bag)
        #expect(!proxy.responds(to: Selectors.title))
        #expect(code { _ = try proxy.sentMessage("panel(_:titleOf:)") } == .neverFires)
        #expect(recorder.history(ofProxy: proxy.number).last?.kind == .neverFires)
        let handler = proxy.handle(Selectors.title) { _ in "title" }
        #expect(proxy.responds(to: Selectors.title))
        #expect(code { _ = try proxy.sentMessage("panel(_:titleOf:)") } == nil)
        handler.dispose()
        #expect(!proxy.responds(to: Selectors.title) && !proxy.responds(to: "nonsense"))
    }

    @Test func theRecorderDoesNotCountAsAnObserver() {
        #expect(recorder.isRecording && !proxy.responds(to: Selectors.didGet))
        proxy.panel(panel, didGet: [1])
        #expect(!proxy.responds(to: Selectors.didGet))
    }

    @Test func aCallThatThrowsIsSeenAfterwardsAndHasNoResult() throws {
        let loader = Loader()
        let loading = LoaderProxy(loader: loader, recorder: recorder)
        var seen: [String] = []
        loading.methodInvoked(LoaderProxy.selector).subscribe(onNext: { seen.append("after \($0)") }).disposed(by: bag)
        loading.returned(LoaderProxy.selector).subscribe(onNext: { seen.append("returned \($0.1)") }).disposed(by: bag)
        loading.setForwardDelegate(loader, retain: false)
        #expect(throws: SampleError(code: 1)) { try loading.load("") }
        #expect(try loading.load("x") == 1)
        #expect(seen == ["after ", "after x", "returned 1"])
    }

    @Test func whatAnObserverHoldsIsLetGoWithItsSubscription() {
        weak var weakMock: PanelMock?
        let subscription: any Disposable
        do {
            let held = PanelMock()
            weakMock = held
            subscription = proxy.methodInvoked(Selectors.didTurn).subscribe(onNext: { held.messages.append("\($0.1)") })
        }
        proxy.panel(panel, didTurnTo: 1)
        #expect(weakMock?.messages == ["1"])
        subscription.dispose()
        #expect(weakMock == nil)
    }
}

private protocol LoaderDelegate: AnyObject {
    func load(_ path: String) throws(SampleError) -> Int
}

private final class Loader: LoaderDelegate, HasDelegate {
    weak var delegate: (any LoaderDelegate)?
    var onLoad: () -> Void = {}

    func load(_ path: String) throws(SampleError) -> Int {
        onLoad()
        if path.isEmpty { throw SampleError(code: 1) }
        return path.count
    }
}

private final class LoaderProxy: DelegateProxy<Loader, any LoaderDelegate>, DelegateProxyType, LoaderDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    static let selector = MethodSelector<LoaderProxy, String, Int>(
        "load(_:)",
        of: "LoaderDelegate",
        parameters: ["path"],
        traits: .throwing
    )

    static func registerKnownImplementations() {}

    init(loader: Loader, recorder: Recorder) {
        super.init(parentObject: loader, delegateProxy: LoaderProxy.self, recorder: recorder)
    }

    func load(_ path: String) throws(SampleError) -> Int {
        try forward(Self.selector, path, default: 0) { target throws(SampleError) in try target.load(path) }
    }
}
