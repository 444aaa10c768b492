// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// A protocol that values can conform to.
protocol PlainDelegate {
    func plain() -> Int
}

struct PlainValue: PlainDelegate {
    func plain() -> Int { 1 }
}

class PlainObject: PlainDelegate {
    func plain() -> Int { 2 }
}

final class DerivedPlainObject: PlainObject {}

final class PlainParent: HasDelegate, DelegateProxyOwner {
    let delegateProxies = DelegateProxyStorage()
    var delegate: (any PlainDelegate)?
}

final class PlainProxy: DelegateProxy<PlainParent, any PlainDelegate>, DelegateProxyType, PlainDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    static let selector = MethodSelector<PlainProxy, (), Int>("plain()", of: "PlainDelegate", parameters: [])

    static func registerKnownImplementations() { register { PlainProxy(parent: $0) } }

    init(parent: PlainParent) { super.init(parentObject: parent, delegateProxy: PlainProxy.self) }

    func plain() -> Int { forward(Self.selector, (), default: 0) { $0.plain() } }
}
