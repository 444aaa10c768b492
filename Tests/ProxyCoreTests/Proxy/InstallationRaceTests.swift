// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Synchronization
import Testing

/// Threads that concurrently install, uninstall, overwrite and reset proxies of one property.
@Suite(.leavesNothing) struct InstallationRaceTests {
    @Test func theUsersDelegateStaysTheEndOfTheChainHoweverProxiesComeAndGo() async throws {
        for _ in 0..<40 {
            let gate = Gate()
            let target = GateCounter()
            gate.delegate = target
            await onThreads(4) { number in
                for round in 0..<25 { gate.takePart(number, round) }
            }
            let proxy = try GateProxy.proxy(for: gate)
            #expect(gate.delegate === proxy && proxy.forwardToDelegate() === target)
            let before = target.count.load(ordering: .relaxed)
            gate.delegate?.gate(1)
            #expect(target.count.load(ordering: .relaxed) == before + 1)
            proxy.uninstall()
            #expect(gate.delegate === target)
        }
    }

    @Test func twoInstallersGetOneProxy() async throws {
        for _ in 0..<100 {
            let gate = Gate()
            let target = GateCounter()
            gate.delegate = target
            let proxies = Guarded<[ObjectIdentifier]>([])
            await onThreads(2) { _ in
                guard let proxy = try? GateProxy.proxy(for: gate) else { return }
                proxies.change { $0.append(ObjectIdentifier(proxy)) }
            }
            #expect(proxies.value.count == 2 && Set(proxies.value).count == 1)
            #expect(try GateProxy.proxy(for: gate).forwardToDelegate() === target)
        }
    }

    @Test func ofTwoThatInstallAForwardDelegateAtOnceOneIsRefused() async throws {
        for _ in 0..<200 {
            let gate = Gate()
            let installed = Guarded(0)
            let targets = [GateCounter(), GateCounter()]
            await onThreads(2) { number in
                let target = targets[number]
                let installation = try? GateProxy.installForwardDelegate(
                    target,
                    retainDelegate: true,
                    onProxyForObject: gate
                )
                if installation != nil { installed.change { $0 += 1 } }
            }
            #expect(installed.value == 1)
        }
    }

    @Test func twoProxiesThatAreGivenEachOtherAtOnceMakeNoCircle() async {
        for _ in 0..<200 {
            let proxies = [SampleProxy(recorder: Recorder.shared), SampleProxy(recorder: Recorder.shared)]
            await onThreads(2) { number in
                proxies[number].setForwardDelegate(proxies[1 - number], retain: false)
            }
            #expect(proxies.contains { $0.forwardDelegate == nil })
            #expect(proxies[0].answer(to: "seven") == 42)
        }
    }

    @Test func aPropertyMayWaitForAThreadThatInstallsToo() async throws {
        let gate = Gate()
        gate.delegate = GateCounter.shared
        let isInstalled = Guarded(false)
        gate.whenSet.change {
            $0 = { [weak gate] in
                guard let gate else { return }
                // Like a property that passes the work to another thread and waits for it.
                let other = Dispatched {
                    _ = try? GateProxy.proxy(for: gate)
                    isInstalled.change { $0 = true }
                }
                other.wait()
            }
        }
        _ = try GateProxy.proxy(for: gate)
        #expect(isInstalled.value)
        gate.whenSet.change { $0 = nil }
        #expect(gate.delegate is GateProxy)
    }

    @Test func aPropertyMayAskForItsProxyWhileItIsSet() throws {
        let gate = Gate()
        gate.delegate = GateCounter.shared
        let asked = Guarded(0)
        gate.whenSet.change {
            $0 = { [weak gate] in
                asked.change { $0 += 1 }
                if let gate { _ = try? GateProxy.proxy(for: gate) }
            }
        }
        let proxy = try GateProxy.proxy(for: gate)
        #expect(asked.value == 1 && gate.delegate === proxy)
        gate.whenSet.change { $0 = { [weak proxy] in proxy?.uninstall() } }
        gate.delegate = nil
        gate.whenSet.change { $0 = nil }
        #expect(gate.delegate == nil)
    }
}

private protocol GateDelegate: AnyObject {
    func gate(_ number: Int)
}

private final class GateCounter: GateDelegate, Sendable {
    static let shared = GateCounter()
    let count = Atomic<Int>(0)

    func gate(_ number: Int) { count.add(1, ordering: .relaxed) }
}

/// A parent object with a thread-safe property that lets a test run while it is set.
private final class Gate: DelegateProxyOwner, @unchecked Sendable {
    // Sendable: the property is guarded; so is the storage.
    let delegateProxies = DelegateProxyStorage()
    let whenSet = Guarded<(@Sendable () -> Void)?>(nil)
    private let property = Mutex(WeakDelegate())

    private struct WeakDelegate: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        weak var object: AnyObject?
    }

    var delegate: (any GateDelegate)? {
        get { property.withLock { $0 }.object as? any GateDelegate }
        set {
            let new = WeakDelegate(object: newValue)
            property.withLock { $0 = new }
            whenSet.change { $0 }?()
        }
    }

    func takePart(_ number: Int, _ round: Int) {
        guard let proxy = try? GateProxy.proxy(for: self) else { return }
        delegate?.gate(round)
        switch (number + round) % 4 {
        case 0, 1: proxy.uninstall()
        case 2: proxy.sentMessage(GateProxy.selector).subscribe(onNext: { _ in }).dispose()
        default: delegate?.gate(round)
        }
    }
}

private final class GateProxy: DelegateProxy<Gate, any GateDelegate>, DelegateProxyType, GateDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    static let selector = MethodSelector<GateProxy, Int, Void>("gate(_:)", of: "GateDelegate", parameter: "number")

    static func registerKnownImplementations() { register { GateProxy(gate: $0) } }
    static func currentDelegate(for object: Gate) -> (any GateDelegate)? { object.delegate }
    static func setCurrentDelegate(_ delegate: (any GateDelegate)?, to object: Gate) { object.delegate = delegate }

    init(gate: Gate) { super.init(parentObject: gate, delegateProxy: GateProxy.self) }

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(Self.selector)] }

    func gate(_ number: Int) { forward(Self.selector, number) { $0.gate(number) } }
}
