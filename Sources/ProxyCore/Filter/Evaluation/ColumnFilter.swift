// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package typealias ProxyFacts = ColumnFilter.ProxyFacts

package enum ColumnFilter {
    /// What a record knows of the proxy that was called.
    package struct ProxyFacts: Hashable, Sendable {
        package var number: Int
        package var owner: String
        package var target: String?
        package var isMainOnly: Bool

        package init(number: Int, owner: String, target: String?, isMainOnly: Bool) {
            self.number = number
            self.owner = owner
            self.target = target
            self.isMainOnly = isMainOnly
        }
    }
}
