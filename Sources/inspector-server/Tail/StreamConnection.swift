// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// A connection to an event stream, as a sequence.
final class StreamConnection: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sendable: the session calls the delegate on one queue, and the continuation is Sendable.
    enum Happening {
        case opened(status: Int)
        case bytes(Data)
        /// The end; nil if the server ended the stream.
        case ended((any Error)?)
    }

    private let continuation: AsyncStream<Happening>.Continuation

    private init(_ continuation: AsyncStream<Happening>.Continuation) { self.continuation = continuation }

    /// Sends the request; the sequence ends with `.ended`.
    static func open(_ request: URLRequest) -> AsyncStream<Happening> {
        AsyncStream { continuation in
            let configuration = URLSessionConfiguration.ephemeral
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            let delegate = StreamConnection(continuation)
            let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
            let task = session.dataTask(with: request)
            continuation.onTermination = { _ in
                task.cancel()
                session.invalidateAndCancel()
            }
            task.resume()
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        continuation.yield(.opened(status: (response as? HTTPURLResponse)?.statusCode ?? 0))
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        continuation.yield(.bytes(data))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.yield(.ended(error))
        continuation.finish()
    }
}
