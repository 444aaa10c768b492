// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// Sends requests, one after the other, and waits for their answers.
final class RequestSender: Sendable {
    private struct State: Sendable {
        var task: URLSessionDataTask?
        var isCancelled = false
    }

    private let configuration: OTLPConfiguration
    private let session: URLSession
    private let state = Mutex(State())

    init(_ configuration: OTLPConfiguration) {
        self.configuration = configuration
        let settings = URLSessionConfiguration.ephemeral
        settings.timeoutIntervalForRequest = configuration.timeout / .seconds(1)
        settings.httpCookieStorage = nil
        settings.urlCache = nil
        session = URLSession(configuration: settings, delegate: NoRedirection(), delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Ends the request that is under way; further ones are not sent.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Whether `cancel()` was called.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Sends a body. Blocks until there is an answer, or the time is up.
    func send(_ body: [UInt8], as encoding: OTLPConfiguration.Encoding) -> OTLPReply {
        var request = URLRequest(url: configuration.url)
        request.httpMethod = "POST"
        request.httpBody = Data(body)
        request.setValue("delegate-inspector", forHTTPHeaderField: "User-Agent")
        for (name, value) in configuration.headers { request.setValue(value, forHTTPHeaderField: name) }
        request.setValue(encoding.mediaType, forHTTPHeaderField: "Content-Type")
        // URLSession sends no body on a connection that it repeats a request on because the kept one was closed; such a
        // request ends by its timeout only.
        request.setValue("close", forHTTPHeaderField: "Connection")
        if configuration.isCompressed { request.setValue("gzip", forHTTPHeaderField: "Content-Encoding") }
        let reply = Mutex(OTLPReply.again(after: nil, failure: "no answer"))
        let done = DispatchSemaphore(value: 0)
        let task = session.dataTask(with: request) { body, response, error in
            let answer = Self.reply(body, response, error)
            reply.withLock { $0 = answer }
            done.signal()
        }
        let isWanted = state.withLock { state in
            state.task = task
            return !state.isCancelled
        }
        guard isWanted else { return .again(after: nil, failure: "stopped before it was sent") }
        task.resume()
        done.wait()
        return reply.withLock { $0 }
    }

    private static func reply(_ body: Data?, _ response: URLResponse?, _ error: (any Error)?) -> OTLPReply {
        guard let response = response as? HTTPURLResponse else {
            return .again(after: nil, failure: error?.localizedDescription ?? "no answer")
        }
        return OTLPReply(
            status: response.statusCode,
            headers: { response.value(forHTTPHeaderField: $0) },
            body: body ?? Data()
        )
    }
}

/// A redirected POST would become a GET, whose success says nothing.
private final class NoRedirection: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
