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
        /// Ends the transfer at its limit.
        let limit: Task<Void, Never>?
        let waiting: CheckedContinuation<Result<Body, FetchFailure>, Never>
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        var isInvalid = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Runs a task to its end.
    ///
    /// - Parameter limitSeconds: Longest time for it; nil for no limit.
    func run(
        _ task: URLSessionTask,
        output: String?,
        limitSeconds: Int? = nil
    ) async throws(FetchFailure) -> Body {
        try await withCheckedContinuation { continuation in
            state.withLock { state in
                // Even a limit that is over at once finds the transfer, because it needs the lock.
                let limit = limitSeconds.map { end(task, afterSeconds: $0) }
                state.transfers[task.taskIdentifier] = Transfer(output: output, limit: limit, waiting: continuation)
            }
            task.resume()
        }.get()
    }

    /// Ends a transfer after some time, however much of it still comes. On Linux, Foundation ignores
    /// `timeoutIntervalForResource`.
    ///
    /// The end has to wait for a pause: Foundation cancels nothing while data comes faster than it is read.
    private func end(_ task: URLSessionTask, afterSeconds seconds: Int) -> Task<Void, Never> {
        Task {
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            let hasFailed = change(task) { transfer in
                guard transfer.failure == nil else { return }
                transfer.failure = FetchFailure("not complete after \(seconds) s, the limit of --max-time")
            }
            if hasFailed { task.cancel() }
        }
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

    /// - Returns: Whether the transfer failed by it. The rest of its body, which may have no end, is of no use.
    @discardableResult
    private func change(_ task: URLSessionTask, _ body: (inout Transfer) -> Void) -> Bool {
        state.withLock { state in
            guard var transfer = state.transfers[task.taskIdentifier] else { return false }
            let hadFailed = transfer.failure != nil
            body(&transfer)
            state.transfers[task.taskIdentifier] = transfer
            return !hadFailed && transfer.failure != nil
        }
    }

    private func finish(_ task: URLSessionTask, _ failure: FetchFailure?) {
        let transfer = state.withLock { $0.transfers.removeValue(forKey: task.taskIdentifier) }
        guard let transfer else { return }
        transfer.limit?.cancel()
        try? transfer.file?.close()
        // The first failure is the reason for a later one: the task was cancelled because of it.
        let reason = transfer.failure ?? failure
        transfer.waiting.resume(returning: reason.map { .failure($0) } ?? .success(transfer.body))
    }

    /// - Returns: Whether the response is an error.
    @discardableResult
    private func take(_ response: URLResponse?, of task: URLSessionTask) -> Bool {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return change(task) { transfer in
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
        guard take(response, of: dataTask) else { return completionHandler(.allow) }
        completionHandler(.cancel)
        // On Linux, Foundation ignores the disposition.
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let hasFailed = change(dataTask) { transfer in
            guard transfer.failure == nil else { return }
            transfer.body.bytes += data.count
            Self.write(data, of: &transfer)
        }
        if hasFailed { dataTask.cancel() }
    }

    /// Adds a part of the body to the file of the transfer, if it has one.
    private static func write(_ data: Data, of transfer: inout Transfer) {
        guard let output = transfer.output else { return }
        do {
            if transfer.file == nil { transfer.file = try emptyFile(output) }
            try transfer.file?.write(contentsOf: data)
        } catch {
            transfer.failure = FetchFailure(error, writing: output)
        }
    }

    /// Opens a file for writing, and empties it. Once only: the reader of a pipe takes its closing for the end.
    private static func emptyFile(_ output: String) throws(SystemError) -> FileHandle {
        let descriptor = Foundation.open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemError() }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
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
        // On Linux, Foundation tells the status of a download only here.
        take(downloadTask.response, of: downloadTask)
        change(downloadTask) { transfer in
            guard transfer.failure == nil else { return }
            do {
                transfer.body.bytes =
                    try location.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? transfer.body.bytes
                if let output = transfer.output { try Self.move(location, to: output) }
            } catch {
                transfer.failure = FetchFailure(error, writing: transfer.output ?? "the download")
            }
        }
    }

    /// Puts a download in the place of an old file, in one step and never in that of a folder. Devices and pipes are
    /// written. A symbolic link is kept, and its target is replaced.
    private static func move(_ location: URL, to output: String) throws {
        if let status = try OutputFile.status(of: output), status.st_mode & S_IFMT != S_IFREG {
            return try copy(location, to: output)
        }
        let final = OutputFile.target(of: output)
        let temporary = OutputFile.temporaryName(for: final)
        // After the renaming, this name doesn't exist.
        defer { unlink(temporary) }
        try FileManager.default.moveItem(at: location, to: URL(fileURLWithPath: temporary))
        guard rename(temporary, final) == 0 else { throw SystemError() }
    }

    private static func copy(_ location: URL, to output: String) throws {
        let source = try FileHandle(forReadingFrom: location)
        let sink = try emptyFile(output)
        while let part = try source.read(upToCount: 1 << 20), !part.isEmpty { try sink.write(contentsOf: part) }
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
