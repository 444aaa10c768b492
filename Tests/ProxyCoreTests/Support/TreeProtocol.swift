// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Requirements that call others, to make trees of calls.
protocol TreeDelegate: AnyObject, Sendable {
    nonisolated(nonsending) func grow(_ path: String) async
    func bud(_ path: String)
}

/// A proxy in the form that the generators write.
final class TreeProxy: ProtocolProxy<any TreeDelegate>, TreeDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.

    enum Selectors {
        static let grow = MethodSelector<TreeProxy, String, Void>(
            "grow(_:)",
            of: "TreeDelegate",
            parameter: "path",
            traits: .async
        )
        static let bud = MethodSelector<TreeProxy, String, Void>("bud(_:)", of: "TreeDelegate", parameter: "path")
    }

    nonisolated(nonsending) func grow(_ path: String) async {
        await forward(Selectors.grow, path, like: (nonisolated(nonsending) () async -> Void).self) {
            await $0.grow(path)
        }
    }

    func bud(_ path: String) { forward(Selectors.bud, path) { $0.bud(path) } }
}

/// A delegate whose calls do what a test says.
final class TreeTarget: TreeDelegate {
    let onGrow: nonisolated(nonsending) @Sendable (String) async -> Void
    let onBud: @Sendable (String) -> Void

    init(
        onGrow: nonisolated(nonsending) @escaping @Sendable (String) async -> Void = { _ in },
        onBud: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.onGrow = onGrow
        self.onBud = onBud
    }

    nonisolated(nonsending) func grow(_ path: String) async { await onGrow(path) }
    func bud(_ path: String) { onBud(path) }
}
