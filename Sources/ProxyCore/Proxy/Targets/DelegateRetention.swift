// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Whether a proxy keeps the delegate alive that it adopted from its property.
public enum DelegateRetention: Sendable, Hashable {
    /// Same as the property: a strong property's delegate is kept alive, a weak or unowned property's is not. The
    /// property's behaviour is detected when the proxy is put into it.
    case asProperty
    /// The proxy keeps the delegate alive until another one replaces it or the proxy ends.
    case always
    /// The proxy does not keep the delegate alive.
    case never
}
