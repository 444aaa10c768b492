// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A file that declares public proxies has to import publicly what their declarations name.
public import ProxyCore
import ProxyMacros

/// Who may use a protocol may use its proxy.
@Proxied public protocol PublicShapes: AnyObject {
    func touch(_ number: Int) -> Int
    @Optional func rest()
}

@Proxied package protocol PackageShapes: AnyObject {
    func touch(_ number: Int)
}
