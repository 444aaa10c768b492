// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import FoundationNetworking

// Loads the addresses in the arguments, one after the other, with a delegate.

final class Loader: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var bytes = 0

    func load(_ url: URL, in session: URLSession) {
        bytes = 0
        let task = session.dataTask(with: url)
        task.resume()
        done.wait()
        let status = (task.response as? HTTPURLResponse)?.statusCode
        print(url.path, status.map(String.init) ?? "no response", bytes)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) { completionHandler(.allow) }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { bytes += data.count }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        done.signal()
    }
}

let loader = Loader()
let session = URLSession(configuration: .ephemeral, delegate: loader, delegateQueue: nil)
for argument in CommandLine.arguments.dropFirst() { loader.load(URL(string: argument)!, in: session) }
session.invalidateAndCancel()
