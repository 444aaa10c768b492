// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) @MainActor struct DelegateHarnessTests {
    @Test("performDelegateTest", arguments: DelegateCase.all)
    func observesForwardsAndEndsWithItsParentObject(delegateCase: DelegateCase) throws {
        try delegateCase.run()
    }
}

/// The scenario for every delegate property: an added proxy is found, observers see a call before and after the
/// delegate, an installed forward delegate gets calls until it is removed, and the deallocation of the parent object
/// ends the streams.
@MainActor
func performDelegateTest<Proxy: DelegateProxyType>(
    _ type: Proxy.Type,
    make: () -> Proxy.ParentObject
) throws {
    _ = addedProxies
    let bag = DisposeBag()
    var stages: [String] = []
    var ends: [String] = []
    var parent: Proxy.ParentObject? = make()
    weak let weakParent = parent
    let firstMock = EventMock()
    firstMock.onEvent = { stages.append("target") }
    func fire(_ value: Int) { (parent as? any EventSource)?.fire(value, property: type.propertyName) }

    do {
        let object = try #require(parent)
        type.setCurrentDelegate(firstMock as? Proxy.Delegate, to: object)
        let proxy = try #require(try type.proxy(for: object) as? ProtocolProxy<Proxy.Delegate>)
        #expect("\(Swift.type(of: proxy))".hasPrefix("Event"))
        #expect(proxy.forwardDelegate as AnyObject? === firstMock)
        proxy.sentMessage(AddedEvent.selector)
            .subscribe(onNext: { stages.append("before \($0)") }, onCompleted: { ends.append("before") })
            .disposed(by: bag)
        proxy.methodInvoked(AddedEvent.selector)
            .subscribe(onNext: { stages.append("after \($0)") }, onCompleted: { ends.append("after") })
            .disposed(by: bag)
    }
    #expect(stages.isEmpty)
    fire(382_763)
    #expect(stages == ["before 382763", "target", "after 382763"])

    let secondMock = EventMock()
    let delegate = try #require(secondMock as? Proxy.Delegate)
    let installation = try type.installForwardDelegate(
        delegate,
        retainDelegate: false,
        onProxyForObject: try #require(parent),
        replace: true
    )
    fire(2)
    #expect(secondMock.values == [2] && firstMock.values == [382_763])
    installation.dispose()
    fire(3)
    #expect(secondMock.values == [2] && firstMock.values == [382_763])
    #expect(weakParent != nil && ends.isEmpty)

    parent = nil
    #expect(weakParent == nil)
    // Ends the proxies of objects that do not own theirs; all others have ended with their objects.
    if !(Proxy.ParentObject.self is any DelegateProxyOwner.Type) { DelegateProxyRegistry.sweep() }
    #expect(ends.sorted() == ["after", "before"])
}
