// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import FoundationProxies
import ProxyCore
import Reactive
import Synchronization

/// Transfers of the demo: a URLSession with a recording proxy repeatedly requests the inspector's status.
final class DemoTransfers: Sendable {
    private let url: URL
    private let pause: Double
    private let isStopping = Atomic<Bool>(false)

    /// - Parameters:
    ///   - server: The inspector's own URL.
    ///   - rate: Approximate calls per second caused by transfers.
    init?(server: String, rate: Double) {
        guard let url = URL(string: server + "api/v1/status") else { return nil }
        self.url = url
        // One transfer makes about five calls.
        pause = min(max(5 / rate, 0.01), 5)
    }

    func start() {
        let session = URLSession.rx.session(configuration: .ephemeral, delegate: StatusReader())
        let thread = Thread { [self] in
            while !isStopping.load(ordering: .relaxed) {
                session.dataTask(with: url).resume()
                Thread.sleep(forTimeInterval: pause)
            }
            session.invalidateAndCancel()
        }
        thread.start()
    }

    func stop() { isStopping.store(true, ordering: .relaxed) }
}

/// The session's real delegate: collects data and counts complete responses.
private final class StatusReader: NSObject, URLSessionDataDelegate, Sendable {
    private let state = Mutex((received: [Int: Data](), whole: 0))

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.withLock { $0.received[dataTask.taskIdentifier, default: Data()].append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        state.withLock { state in
            let data = state.received.removeValue(forKey: task.taskIdentifier) ?? Data()
            let isWhole = JSONReader.read(String(decoding: data, as: UTF8.self)) { $0.members } != nil
            if error == nil, isWhole { state.whole += 1 }
        }
    }
}
