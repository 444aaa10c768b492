// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// Finds proxies that optimised code bypasses: see docs/release-builds.md.
enum HiddenProxies {
    private static let known = ForkableMutex<[ObjectIdentifier: Bool]>([:])

    /// Whether the optimiser may have taken another class for the only conformer of a proxy's protocol.
    ///
    /// - Complexity: O(conformances in the process) for the first check of a hidden class; O(1) afterwards.
    static func mayBeBypassed<Delegate>(_ proxy: ProtocolProxy<Delegate>.Type) -> Bool {
        guard proxy.isHiddenFromOptimizer else { return false }
        let key = ObjectIdentifier(proxy)
        if let known = known.withLock({ $0[key] }) { return known }
        let found = fewestOthers(proxy) < 2
        known.withLock { $0[key] = found }
        return found
    }

    /// The smallest number of other conforming types, over the protocols of the class and of its hidden superclasses.
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

    /// The descriptor of `DelegateProxyType`, to which proxies conform besides their own protocols. In the metadata of
    /// an existential type it follows the kind, the flags and the number of protocols.
    private static var installable: UnsafeRawPointer? {
        let metadata = unsafeBitCast((any DelegateProxyType).self as Any.Type, to: UnsafeRawPointer.self)
        return metadata.load(fromByteOffset: 2 * MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self)
    }
}

extension ProtocolProxy {
    /// Stops the program before a call can bypass the proxy and reach an object of another layout.
    static func stopIfBypassed() {
        if HiddenProxies.mayBeBypassed(Self.self) {
            fatalError(DelegateProxyError.hiddenFromOptimizer(Self.self, delegate: Delegate.self).description)
        }
    }
}
