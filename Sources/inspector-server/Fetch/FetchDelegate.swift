// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

/// The session's real delegate: counts and keeps received data, and resumes waiting callers.
final class FetchDelegate: NSObject, Sendable {
    /// The result of a task.
    struct Body {
        var status = 0
        var bytes = 0
    }

    private struct Transfer {
        var body = Body()
        var output: String?
        var file: FileHandle?
        var failure: FetchFailure?
        let waiting: CheckedContinuation<Result<Body, FetchFailure>, Never>
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        var isInvalid = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Runs a task to its end.
    func run(_ task: URLSessionTask, output: String?) async throws(FetchFailure) -> Body {
        try await withCheckedContinuation { continuation in
            state.withLock { $0.transfers[task.taskIdentifier] = Transfer(output: output, waiting: continuation) }
            task.resume()
        }.get()
    }

    /// Starts a web socket task and returns when it is open.
    func open(_ task: URLSessionWebSocketTask) async throws(FetchFailure) {
        _ = try await run(task, output: nil)
    }

    /// Returns when the session has released its delegate.
    func invalidated() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isInvalid { state.waiting = continuation }
                return state.isInvalid
            }
            if isOver { continuation.resume() }
        }
    }

    private func change(_ task: URLSessionTask, _ body: (inout Transfer) -> Void) {
        state.withLock { state in
            guard var transfer = state.transfers[task.taskIdentifier] else { return }
            body(&transfer)
            state.transfers[task.taskIdentifier] = transfer
        }
    }

    private func finish(_ task: URLSessionTask, _ failure: FetchFailure?) {
        let transfer = state.withLock { $0.transfers.removeValue(forKey: task.taskIdentifier) }
        guard let transfer else { return }
        try? transfer.file?.close()
        let reason = failure ?? transfer.failure
        transfer.waiting.resume(returning: reason.map { .failure($0) } ?? .success(transfer.body))
    }

    private func take(_ response: URLResponse?, of task: URLSessionTask) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        change(task) { transfer in
            transfer.body.status = status
            if status >= 400 { transfer.failure = FetchFailure(status: status) }
        }
    }
}

extension FetchDelegate: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        take(response, of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        change(dataTask) { transfer in
            guard transfer.failure == nil else { return }
            transfer.body.bytes += data.count
            Self.write(data, of: &transfer)
        }
    }

    /// Adds a part of the body to the file of the transfer, if it has one.
    private static func write(_ data: Data, of transfer: inout Transfer) {
        guard let output = transfer.output else { return }
        do {
            if transfer.file == nil {
                try Data().write(to: URL(fileURLWithPath: output))
                transfer.file = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
            }
            try transfer.file?.write(contentsOf: data)
        } catch {
            transfer.failure = FetchFailure("cannot write \(output): \(error.localizedDescription)")
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let url = task.originalRequest?.url ?? URL(fileURLWithPath: "/")
        // An empty body comes in no part, and takes the place of an old file, too.
        if error == nil, task is URLSessionDataTask {
            change(task) { if $0.failure == nil, $0.file == nil { Self.write(Data(), of: &$0) } }
        }
        finish(task, error.map { FetchFailure($0, of: url) })
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        let waiting = state.withLock { state in
            state.isInvalid = true
            return state.waiting.take()
        }
        waiting?.resume()
    }
}

extension FetchDelegate: URLSessionDownloadDelegate {
    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        take(downloadTask.response, of: downloadTask)
        change(downloadTask) { transfer in
            guard transfer.failure == nil else { return }
            do {
                transfer.body.bytes =
                    try location.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? transfer.body.bytes
                guard let output = transfer.output else { return }
                let place = URL(fileURLWithPath: output)
                try? FileManager.default.removeItem(at: place)
                try FileManager.default.moveItem(at: location, to: place)
            } catch {
                let name = transfer.output ?? "the download"
                transfer.failure = FetchFailure("cannot write \(name): \(error.localizedDescription)")
            }
        }
    }
}

extension FetchDelegate: URLSessionWebSocketDelegate {
    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didOpenWithProtocol protocol: String?
    ) {
        finish(webSocketTask, nil)
    }

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
        reason: Data?
    ) {
        finish(webSocketTask, FetchFailure("the web socket was closed before it was open"))
    }
}
