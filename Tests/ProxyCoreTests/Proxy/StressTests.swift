// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Synchronization
import Testing

/// Threads that call one proxy while others change its whole configuration.
@Suite(.leavesNothing) struct StressTests {
    private static let rounds = 300

    @Test func callsGoOnWhileTheProxyChanges() async {
        let stage = StressStage()
        await onThreads(6) { number in
            for round in 0..<Self.rounds {
                switch number {
                case 0, 1, 2: stage.call(round)
                case 3: stage.replaceTarget(round)
                case 4: stage.observe(round)
                default: stage.answer(round)
                }
            }
        }
        #expect(stage.calls.load(ordering: .relaxed) == 3 * Self.rounds)
        #expect(stage.wrongAnswers.load(ordering: .relaxed) == 0)
        stage.proxy.setForwardDelegate(nil, retain: false)
        #expect(StressTarget.live.load(ordering: .relaxed) == 0)
        stage.recorder.flush()
        let status = stage.recorder.status
        #expect(status.running == 0 && status.recorded == 3 * UInt64(Self.rounds))
        let counted = stage.recorder.proxies.first?.requirements.reduce(0) { $0 + $1.calls }
        #expect(counted == UInt64(3 * Self.rounds))
    }

    @Test func installationsAndEndsOnSeveralThreadsLeaveOneProxyOrNone() async throws {
        let owner = SharedTicker()
        let target = SharedTickCounter()
        owner.delegate = target
        await onThreads(4) { number in
            for round in 0..<100 { owner.takePart(number, round) }
        }
        let proxy = try SharedTickerProxy.proxy(for: owner)
        #expect(owner.delegate === proxy)
        proxy.uninstall()
        #expect(owner.delegate === target)
        #expect(owner.ends.load(ordering: .relaxed) == owner.subscriptions.load(ordering: .relaxed))
    }
}

/// One proxy, and the roles of the threads.
private final class StressStage: @unchecked Sendable {
    // Sendable: what changes is atomic or in the proxy.
    let recorder: Recorder
    let proxy: SampleProxy
    let calls = Atomic<Int>(0)
    let wrongAnswers = Atomic<Int>(0)

    init() {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        recorder = Recorder(configuration)
        proxy = SampleProxy(recorder: recorder)
    }

    func call(_ round: Int) {
        calls.add(1, ordering: .relaxed)
        // A target answers with the length, a handler with a negative number, and the default is 42.
        let answer = proxy.answer(to: "seven")
        if answer != 5, answer != 42, answer >= 0 { wrongAnswers.add(1, ordering: .relaxed) }
    }

    func replaceTarget(_ round: Int) {
        let target = StressTarget()
        proxy.setForwardDelegate(round % 3 == 0 ? nil : target, retain: round % 3 == 1)
    }

    func observe(_ round: Int) {
        let first = proxy.signal(for: SampleProxy.Selectors.answer) { (subject: PublishSubject<String>, question) in
            subject.onNext(question)
            return -1
        }
        .subscribe(onNext: { question in precondition(question == "seven") })
        _ = proxy.responds(to: SampleProxy.Selectors.answer)
        first.dispose()
    }

    func answer(_ round: Int) {
        let handler = proxy.handle(SampleProxy.Selectors.answer, callingTarget: round % 2 == 0) { _ in -2 }
        _ = recorder.proxies
        handler.dispose()
    }
}

private final class StressTarget: SampleDelegate {
    static let live = Atomic<Int>(0)

    init() { Self.live.add(1, ordering: .relaxed) }
    deinit { Self.live.subtract(1, ordering: .relaxed) }

    func count(_ number: Int, named name: String) {}
    func answer(to question: String) -> Int { question.count }
    func load(_ path: String) throws -> [String] { [] }
    func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {}
}

private final class SharedTickCounter: TickDelegate {
    let count = Atomic<Int>(0)

    func tick() { count.add(1, ordering: .relaxed) }
}

/// A parent object whose property several threads may use.
private final class SharedTicker: DelegateProxyOwner, @unchecked Sendable {
    // Sendable: the property is guarded; so is the storage.
    let delegateProxies = DelegateProxyStorage()
    let ends = Atomic<Int>(0)
    let subscriptions = Atomic<Int>(0)
    private let property = Mutex(WeakDelegate())
    private let bag = DisposeBag()

    private struct WeakDelegate: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        weak var object: AnyObject?
    }

    var delegate: (any TickDelegate)? {
        get { property.withLock { $0 }.object as? any TickDelegate }
        set {
            let new = WeakDelegate(object: newValue)
            property.withLock { $0 = new }
        }
    }

    func takePart(_ number: Int, _ round: Int) {
        guard let proxy = try? SharedTickerProxy.proxy(for: self) else { return }
        delegate?.tick()
        switch number {
        case 0: if round % 10 == 9 { proxy.uninstall() }
        case 1: _ = Recorder.shared.proxies
        case 2: proxy.sentMessage(TickProxy.selector).subscribe(onNext: {}).dispose()
        default: subscribeToTheEnd(of: proxy)
        }
    }

    private func subscribeToTheEnd(of proxy: SharedTickerProxy) {
        subscriptions.add(1, ordering: .relaxed)
        proxy.methodInvoked(TickProxy.selector)
            .subscribe(onCompleted: { [weak self] in _ = self?.ends.add(1, ordering: .relaxed) })
            .disposed(by: bag)
    }
}

private final class SharedTickerProxy: DelegateProxy<SharedTicker, any TickDelegate>, DelegateProxyType, TickDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    static func registerKnownImplementations() { register { SharedTickerProxy(ticker: $0) } }
    static func currentDelegate(for object: SharedTicker) -> (any TickDelegate)? { object.delegate }
    static func setCurrentDelegate(_ delegate: (any TickDelegate)?, to object: SharedTicker) {
        object.delegate = delegate
    }

    init(ticker: SharedTicker) { super.init(parentObject: ticker, delegateProxy: SharedTickerProxy.self) }

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(TickProxy.selector)] }

    func tick() { forward(TickProxy.selector, ()) { $0.tick() } }
}
