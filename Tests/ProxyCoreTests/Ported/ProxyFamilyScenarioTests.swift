// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// The choice of a parent object's proxy. Each scenario has its own family, because registrations are permanent.
@Suite(.leavesNothing) struct ProxyFamilyScenarioTests {
    @Test("test_delegateProxyType") func aSubclassGetsTheProxyRegisteredForIt() throws {
        let base = try PanelDelegateProxy.createProxy(for: Panel())
        #expect(type(of: base) == PanelDelegateProxy.self)
        let wide = try PanelDelegateProxy.createProxy(for: WidePanel())
        #expect(type(of: wide) == WidePanelDelegateProxy.self)
    }

    @Test("test_delegateProxyTypeExtend_a") func aLateRegistrationCountsForSubclassesToo() throws {
        #expect(type(of: try LateProxyA.createProxy(for: WidePanel())) == LateProxyA.self)
        #expect(type(of: try LateProxyA.createProxy(for: WidestPanel())) == LateProxyA.self)
        LateProxyA.register { WideLateProxyA(panel: $0 as WidePanel) }
        #expect(type(of: try LateProxyA.createProxy(for: WidePanel())) == WideLateProxyA.self)
        #expect(type(of: try LateProxyA.createProxy(for: WidestPanel())) == WideLateProxyA.self)
        #expect(type(of: try LateProxyA.createProxy(for: Panel())) == LateProxyA.self)
    }

    @Test("test_delegateProxyTypeExtend_b") func aRegistrationForASubclassLeavesItsSuperclassAlone() throws {
        LateProxyB.register { WideLateProxyB(panel: $0 as WidestPanel) }
        #expect(type(of: try LateProxyB.createProxy(for: WidestPanel())) == WideLateProxyB.self)
        #expect(type(of: try LateProxyB.createProxy(for: WidePanel())) == LateProxyB.self)
    }

    @Test func aSecondRegistrationForOneTypeIsRefused() {
        TwiceProxy.register { TwiceProxy(panel: $0 as WidePanel) }
        TwiceProxy.register { TwiceProxy(panel: $0 as WidePanel) }
        #expect(throws: DelegateProxyError.self) { try TwiceProxy.createProxy(for: WidePanel()) }
        #expect(code { _ = try TwiceProxy.createProxy(for: WidestPanel()) } == .duplicateFactory)
        #expect(code { _ = try TwiceProxy.createProxy(for: Panel()) } == nil)
    }

    @Test func aTypeWithoutRegistrationIsRefusedByName() throws {
        let error = try #require(throws: DelegateProxyError.self) {
            try PanelDelegateProxy.createProxy(for: PanelMock())
        }
        #expect(error.code == .noFactory)
        #expect(error.description.contains("PanelMock") && error.description.contains("register(make:)"))
    }

    @Test func aProxyOfAnotherTypeThanAskedForIsRefused() throws {
        let error = try #require(throws: DelegateProxyError.self) {
            try WidePanelDelegateProxy.createProxy(for: Panel())
        }
        #expect(error.code == .wrongProxyType)
    }

    @Test("test_DelegateProxyHierarchyWorks") func aRequirementIsObservedThroughTheSuperclassOfItsProxy() throws {
        let panel = WidePanel()
        let proxy = try PanelDelegateProxy.proxy(for: panel)
        var seen: [Int] = []
        let before = proxy.sentMessage(PanelDelegateProxy.Selectors.didTurn).subscribe(onNext: { seen.append($0.1) })
        let after = proxy.methodInvoked(PanelDelegateProxy.Selectors.didTurn).subscribe(onNext: { seen.append($0.1) })
        panel.turn(to: 4)
        #expect(seen == [4, 4] && type(of: proxy) == WidePanelDelegateProxy.self)
        before.dispose()
        after.dispose()
    }
}

/// The code of the `DelegateProxyError` thrown by `body`; nil for none.
func code(_ body: () throws -> Void) -> DelegateProxyError.Code? {
    do { try body() } catch { return (error as? DelegateProxyError)?.code }
    return nil
}

/// Families used only by the scenarios above.
private class LateProxyA: PanelDelegateProxy, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var propertyName: String { "lateA" }
    override class func registerKnownImplementations() { register { LateProxyA(panel: $0 as Panel) } }
}

private final class WideLateProxyA: LateProxyA, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
}

private class LateProxyB: PanelDelegateProxy, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var propertyName: String { "lateB" }
    override class func registerKnownImplementations() { register { LateProxyB(panel: $0 as Panel) } }
}

private final class WideLateProxyB: LateProxyB, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
}

private final class TwiceProxy: PanelDelegateProxy, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var propertyName: String { "twice" }
    override class func registerKnownImplementations() { register { TwiceProxy(panel: $0 as Panel) } }
}
