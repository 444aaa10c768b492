// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
public import ProxyCore
public import Reactive

extension Reactive where Base == URLSession {
    /// Makes a session whose delegate is a proxy: a session takes its delegate when it is made and never another one.
    ///
    /// The delegate is asked for the protocols that it conforms to, of all that a session knows. For what it does not
    /// implement, and where there is none, the proxy answers as a session does by itself: redirections are followed,
    /// challenges are handled by default, responses are allowed and cached.
    ///
    /// - Parameters:
    ///   - configuration: As for `URLSession`.
    ///   - delegate: The forward delegate. Like any session's delegate it is kept until the session is invalidated.
    ///   - queue: As for `URLSession`.
    ///   - recorder: Records the calls. Default `Recorder.shared`.
    public static func session(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue? = nil,
        recorder: Recorder = .shared
    ) -> URLSession {
        let proxy = URLSessionDelegateProxy(recorder: recorder, ownerName: "URLSession")
        proxy.setForwardDelegate(delegate, retain: true)
        return URLSession(configuration: configuration, delegate: proxy, delegateQueue: queue)
    }
}
