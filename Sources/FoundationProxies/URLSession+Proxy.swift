// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
public import ProxyCore
public import Reactive

extension Reactive where Base == URLSession {
    /// Makes a session whose delegate is a proxy. A session's delegate is set at creation and cannot be replaced later.
    ///
    /// The proxy forwards the calls of each session protocol to which the delegate conforms. For requirements that the
    /// delegate does not implement, or without a delegate, the proxy answers with the defaults of a session: it follows
    /// redirections, handles challenges by default, and allows and caches responses.
    ///
    /// - Parameters:
    ///   - configuration: As for `URLSession`.
    ///   - delegate: The forward delegate. Like any session's delegate, it is kept until the session is invalidated.
    ///   - queue: As for `URLSession`.
    ///   - recorder: Records the calls. Default `Recorder.current`.
    public static func session(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue? = nil,
        recorder: Recorder = .current
    ) -> URLSession {
        let proxy = URLSessionDelegateProxy(recorder: recorder, ownerName: "URLSession")
        proxy.setForwardDelegate(delegate, retain: true)
        return URLSession(configuration: configuration, delegate: proxy, delegateQueue: queue)
    }
}
