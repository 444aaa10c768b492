// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Testing

@testable import ProxyCore

/// Proxies that say that the optimiser does not see them: docs/release-builds.md.
@Suite(.leavesNothing) struct HiddenProxiesTests {
    @Test func refusesAProxyWithOneOtherConformer() throws {
        let owner = Owner<any LonelyDelegate>()
        let user = Lonely()
        owner.delegate = user
        let error = try #require(throws: DelegateProxyError.self) { try LonelyProxy.proxy(for: owner) }
        #expect(error.code == .hiddenFromOptimizer)
        #expect(error.description.contains("LonelyProxy") && error.description.contains("MakeProxies"))
        #expect(owner.delegate === user)
    }

    @Test func installsAProxyWithTwoOtherConformers() throws {
        let owner = Owner<any CommonDelegate>()
        owner.delegate = First()
        let proxy = try CommonProxy.proxy(for: owner)
        #expect(owner.delegate === proxy)
        withExtendedLifetime(Second()) { proxy.uninstall() }
        DelegateProxyRegistry.sweep()
    }

    @Test func looksAtSuperclassesToo() {
        #expect(HiddenProxies.mayBeBypassed(LonelyChildProxy.self))
        #expect(!HiddenProxies.mayBeBypassed(CommonProxy.self))
        #expect(!HiddenProxies.mayBeBypassed(SampleProxy.self))
    }
}

private final class Owner<Delegate>: DelegateProxyOwner {
    let delegateProxies = DelegateProxyStorage()
    var delegate: Delegate?
}

private protocol LonelyDelegate: AnyObject {
    func ring()
}

private final class Lonely: LonelyDelegate {
    func ring() {}
}

private protocol CommonDelegate: AnyObject {
    func ring()
}

private final class First: CommonDelegate {
    func ring() {}
}

private final class Second: CommonDelegate {
    func ring() {}
}

private class LonelyProxy: DelegateProxy<Owner<any LonelyDelegate>, any LonelyDelegate>, DelegateProxyType,
    LonelyDelegate, @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    override class var isHiddenFromOptimizer: Bool { true }
    static func registerKnownImplementations() {
        register { LonelyProxy(parentObject: $0, delegateProxy: LonelyProxy.self) }
    }
    static func currentDelegate(for object: Owner<any LonelyDelegate>) -> (any LonelyDelegate)? { object.delegate }
    static func setCurrentDelegate(_ delegate: (any LonelyDelegate)?, to object: Owner<any LonelyDelegate>) {
        object.delegate = delegate
    }
    func ring() {}
}

private final class LonelyChildProxy: LonelyProxy, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
}

private final class CommonProxy: DelegateProxy<Owner<any CommonDelegate>, any CommonDelegate>, DelegateProxyType,
    CommonDelegate, @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    override class var isHiddenFromOptimizer: Bool { true }
    static func registerKnownImplementations() {
        register { CommonProxy(parentObject: $0, delegateProxy: CommonProxy.self, recorder: Recorder()) }
    }
    static func currentDelegate(for object: Owner<any CommonDelegate>) -> (any CommonDelegate)? { object.delegate }
    static func setCurrentDelegate(_ delegate: (any CommonDelegate)?, to object: Owner<any CommonDelegate>) {
        object.delegate = delegate
    }
    func ring() {}
}
