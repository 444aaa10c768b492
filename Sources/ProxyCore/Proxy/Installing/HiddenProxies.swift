// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime
internal import Synchronization

/// Finds proxies that optimised code goes past: see docs/release-builds.md.
enum HiddenProxies {
    private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

    /// Whether the optimiser may have taken another class for the only one that conforms to a proxy's protocol.
    ///
    /// - Complexity: O(conformances in the process) for the first question about a class that is hidden; O(1) later.
    static func mayBeBypassed<Delegate>(_ proxy: ProtocolProxy<Delegate>.Type) -> Bool {
        guard proxy.isHiddenFromOptimizer else { return false }
        let key = ObjectIdentifier(proxy)
        if let known = known.withLock({ $0[key] }) { return known }
        let found = fewestOthers(proxy) < 2
        known.withLock { $0[key] = found }
        return found
    }

    /// The smallest number of other conforming types of a protocol that the class or one of its superclasses stands
    /// in for.
    private static func fewestOthers<Delegate>(_ proxy: ProtocolProxy<Delegate>.Type) -> Int {
        var fewest = Int.max
        var next: AnyClass? = proxy
        while let type = next as? ProtocolProxy<Delegate>.Type, type.isHiddenFromOptimizer {
            let metadata = unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self)
            fewest = min(fewest, Int(clamping: cruntime_fewest_other_conformers(metadata, installable)))
            next = _getSuperclass(type)
        }
        return fewest
    }

    /// The descriptor of `DelegateProxyType`, which proxies conform to besides their own protocols. In the metadata of
    /// an existential type it stands behind the kind, the flags and the number of protocols.
    private static var installable: UnsafeRawPointer? {
        let metadata = unsafeBitCast((any DelegateProxyType).self as Any.Type, to: UnsafeRawPointer.self)
        return metadata.load(fromByteOffset: 2 * MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self)
    }
}

extension ProtocolProxy {
    /// Stops the program before a call can go past the proxy to an object of another layout.
    static func stopIfBypassed() {
        if HiddenProxies.mayBeBypassed(Self.self) {
            fatalError(DelegateProxyError.hiddenFromOptimizer(Self.self, delegate: Delegate.self).description)
        }
    }
}
