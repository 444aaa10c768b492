// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Gallery
import ProxyCore
import Reactive
import Testing

/// One call that creates, installs and keeps a proxy for any property.
@Suite struct ProtocolProxyPlaceTests {
    private let recorder = Recorder()

    private func proxy(_ lamp: Lamp) throws -> LampProxy {
        try lamp.protocolProxy(LampProxy(recorder: recorder), at: \.delegate)
    }

    @Test func makesInstallsAndKeepsTheProxy() throws {
        let lamp = Lamp()
        try #expect(proxy(lamp) === proxy(lamp))
        #expect(lamp.delegate is LampProxy)
        #expect(recorder.proxies.count == 1)
        lamp.delegate?.didTurn(on: true)
        recorder.flush()
        let call = try #require(recorder.invocations().items.first)
        #expect(call.owner == "Lamp" && call.selector.name == "didTurn(on:)")
        #expect(recorder.proxies.first?.owner == "Lamp" && recorder.proxies.first?.isOwnerAlive == true)
    }

    @Test func adoptsTheDelegateThatIsThere() throws {
        let (lamp, listener) = (Lamp(), Listener())
        lamp.delegate = listener
        let proxy = try proxy(lamp)
        lamp.delegate?.didTurn(on: true)
        #expect(listener.heard == [true])
        #expect(proxy.forwardDelegate === listener)
    }

    @Test func hasAProxyPerProperty() throws {
        let lamp = Lamp()
        let first = try proxy(lamp)
        let second = try lamp.protocolProxy(LampProxy(recorder: recorder), at: \.other)
        #expect(first !== second)
        #expect(lamp.delegate === first && lamp.other === second)
    }

    @Test func goesBackWhereItWasOverwritten() throws {
        let (lamp, listener) = (Lamp(), Listener())
        let proxy = try proxy(lamp)
        lamp.delegate = listener
        #expect(try self.proxy(lamp) === proxy)
        #expect(lamp.delegate === proxy && proxy.forwardDelegate === listener)
    }

    @Test func endsWithItsObject() throws {
        var lamp: Lamp? = Lamp()
        let proxy = try proxy(try #require(lamp))
        var isCompleted = false
        let subscription = proxy.methodInvoked(LampProxy.didTurn).subscribe(onCompleted: { isCompleted = true })
        lamp = nil
        #expect(isCompleted)
        withExtendedLifetime(subscription) {}
    }

    @Test func isSetByAMethodWhereThereIsNoProperty() throws {
        let lamp = Lamp()
        let proxy = try lamp.protocolProxy(
            LampProxy(recorder: recorder),
            setter: { $0.setListener($1) },
            getter: { $0.listener }
        )
        #expect(lamp.listener === proxy)
    }

    @Test func isFoundForClassesWithoutReactiveMembersToo() throws {
        let switchboard = Switchboard()
        let proxy = try DelegateProxyRegistry.proxy(LampProxy(recorder: recorder), of: switchboard, at: \.delegate)
        #expect(switchboard.delegate === proxy)
        #expect(recorder.proxies.first?.owner == "Switchboard")
    }

    @Test func refusesAnotherTypeOfProxyInTheSameProperty() throws {
        let lamp = Lamp()
        _ = try proxy(lamp)
        let error = #expect(throws: DelegateProxyError.self) {
            try lamp.protocolProxy(OtherLampProxy(recorder: recorder), at: \.delegate)
        }
        #expect(error?.code == .wrongProxyType)
    }

    @Test func findsTheProxyOfAFamilyInItsProperty() throws {
        let view = ScrollView()
        let proxy = try view.protocolProxy(ScrollViewDelegateProxy.self, at: \.delegate)
        #expect(try ScrollViewDelegateProxy.proxy(for: view) === proxy)
        #expect(try view.protocolProxy(ScrollViewDelegateProxy.self, at: \.delegate) === proxy)
    }
}

private protocol LampDelegate: AnyObject {
    func didTurn(on isOn: Bool)
}

private final class Lamp: ReactiveCompatible, DelegateProxyOwner {
    let delegateProxies = DelegateProxyStorage()
    weak var delegate: (any LampDelegate)?
    weak var other: (any LampDelegate)?
    private(set) weak var listener: (any LampDelegate)?
    func setListener(_ listener: (any LampDelegate)?) { self.listener = listener }
}

private final class Switchboard {
    weak var delegate: (any LampDelegate)?
}

private final class Listener: LampDelegate {
    var heard: [Bool] = []
    func didTurn(on isOn: Bool) { heard.append(isOn) }
}

private class LampProxy: ProtocolProxy<any LampDelegate>, LampDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let didTurn = MethodSelector<LampProxy, Bool, Void>("didTurn(on:)", of: "LampDelegate", parameter: "isOn")
    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(didTurn)] }
    func didTurn(on isOn: Bool) { forward(Self.didTurn, isOn) { $0.didTurn(on: isOn) } }
}

private final class OtherLampProxy: ProtocolProxy<any LampDelegate>, LampDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    func didTurn(on isOn: Bool) {}
}
