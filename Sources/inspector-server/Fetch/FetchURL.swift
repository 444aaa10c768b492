// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A URL that can be fetched.
struct FetchURL {
    let url: URL
    let isWebSocket: Bool

    init(_ text: String) throws(FetchFailure) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else {
            throw FetchFailure("not a URL; write it as http://host/path")
        }
        guard ["http", "https", "ws", "wss"].contains(scheme) else {
            throw FetchFailure("cannot fetch by '\(scheme)'; use http, https, ws or wss")
        }
        guard url.host?.isEmpty == false else { throw FetchFailure("the URL has no host") }
        guard (1...65_535).contains(url.port ?? 80) else {
            throw FetchFailure("\(url.port ?? 0) is not a port; use 1 to 65535")
        }
        self.url = url
        isWebSocket = scheme.hasPrefix("ws")
    }
}
