// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import FoundationProxies
import ProxyCore
import Reactive

/// Collects a session's delegate calls for each task, and signals when a task is complete.
final class LinkPreview: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sendable: the session calls from one queue, and `finished` synchronizes with it.
    private(set) var statuses: [Int] = []
    private(set) var errors: [URLError.Code] = []
    let finished = DispatchSemaphore(value: 0)
    let invalidated = DispatchSemaphore(value: 0)

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { statuses.append(response.statusCode) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error = error as? URLError { errors.append(error.code) }
        finished.signal()
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { invalidated.signal() }
}

struct LinkTraffic {
    let preview = LinkPreview()

    /// Loads a valid link, a missing one, and one without a server.
    ///
    /// - Parameter server: URL of a server on this machine.
    func run(against server: String) {
        let session = Reactive.session(configuration: .ephemeral, delegate: preview)
        for link in ["\(server)healthz", "\(server)no/such/page", "http://127.0.0.1:1/"] {
            guard let url = URL(string: link) else { continue }
            var request = URLRequest(url: url, timeoutInterval: 10)
            request.setValue("Bearer not-for-the-record", forHTTPHeaderField: "Authorization")
            session.dataTask(with: request).resume()
            preview.finished.wait()
        }
        session.finishTasksAndInvalidate()
        // The last call of a session: all earlier calls have ended and are recorded.
        preview.invalidated.wait()
    }
}
