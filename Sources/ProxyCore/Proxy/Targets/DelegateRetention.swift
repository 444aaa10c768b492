// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Whether a proxy keeps the delegate alive that it took over from its property.
public enum DelegateRetention: Sendable, Hashable {
    /// As the property would have: a strong property's delegate is kept alive, a weak or unowned one's is not. What a
    /// property does is seen from what it does with the proxy.
    case asProperty
    /// The proxy keeps it alive until another delegate takes its place or the proxy ends.
    case always
    /// The proxy does not keep it alive.
    case never
}
