// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import FoundationProxies
import Reactive

/// Fetches URLs through a session with a recording proxy in front of its delegate.
final class Fetcher: Sendable {
    private let session: URLSession
    private let delegate: FetchDelegate
    private let timeoutSeconds: Int
    private let limitSeconds: Int?

    /// - Parameters:
    ///   - timeoutSeconds: Longest wait for a response, and for a message.
    ///   - limitSeconds: Longest time for a whole response; nil for no limit.
    init(timeoutSeconds: Int, limitSeconds: Int? = nil) {
        self.timeoutSeconds = timeoutSeconds
        self.limitSeconds = limitSeconds
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Double(timeoutSeconds)
        let delegate = FetchDelegate()
        self.delegate = delegate
        session = .rx.session(configuration: configuration, delegate: delegate)
    }

    /// Fetches a body.
    ///
    /// - Parameter output: The file for the body; nil to discard it.
    /// - Returns: A summary of the response.
    func fetch(_ url: FetchURL, isDownload: Bool, output: String?) async throws(FetchFailure) -> String {
        let task = isDownload ? session.downloadTask(with: url.url) : session.dataTask(with: url.url)
        let body = try await delegate.run(task, output: output, limitSeconds: limitSeconds)
        let place = output.map { " to \($0)" } ?? ""
        return "HTTP \(body.status), \(body.bytes) bytes\(place)"
    }

    /// Opens a web socket, sends text, receives messages, and closes it.
    func converse(
        with url: FetchURL,
        sending text: String?,
        receiving count: Int
    ) async throws(FetchFailure) -> String {
        let task = session.webSocketTask(with: url.url)
        try await delegate.open(task)
        do {
            if let text { try await task.send(.string(text)) }
            for _ in 0..<count { Console.printData(Self.text(try await receive(from: task))) }
        } catch {
            task.cancel(with: .normalClosure, reason: nil)
            throw (error as? FetchFailure) ?? FetchFailure(error, of: url.url)
        }
        task.cancel(with: .normalClosure, reason: nil)
        return "web socket, \(count) messages"
    }

    /// Ends the session after its tasks, and returns when its delegate has been notified.
    func finish() async {
        session.finishTasksAndInvalidate()
        await delegate.invalidated()
        // The queue is serial: work queued after the call runs after its recording.
        await withCheckedContinuation { continuation in
            session.delegateQueue.addOperation { continuation.resume() }
        }
    }

    private func receive(from task: URLSessionWebSocketTask) async throws -> URLSessionWebSocketTask.Message {
        try await withThrowingTaskGroup { group in
            group.addTask { try await task.receive() }
            group.addTask { [timeoutSeconds] in
                try await Task.sleep(for: .seconds(timeoutSeconds))
                throw FetchFailure("no message in time; give more of it with --timeout")
            }
            defer { group.cancelAll() }
            return try await group.next()!
        }
    }

    private static func text(_ message: URLSessionWebSocketTask.Message) -> String {
        switch message {
        case .string(let text): text
        case .data(let data): "\(data.count) bytes"
        @unknown default: "a message of an unknown kind"
        }
    }
}
