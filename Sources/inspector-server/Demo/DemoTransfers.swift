// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import FoundationProxies
import ProgramClient
import ProxyCore
import Reactive
import Synchronization

/// Transfers of the demo: a URLSession with a recording proxy repeatedly requests the inspector's status.
final class DemoTransfers: Sendable {
    private let request: URLRequest
    private let pause: Double
    private let isStopping = Atomic<Bool>(false)

    /// - Parameters:
    ///   - server: The inspector's own URL, with its token if there is one.
    ///   - rate: Approximate calls per second caused by transfers.
    init?(server: String, rate: Double) {
        guard let address = ProgramAddress(server), let url = URL(string: "\(address)/api/v1/status") else {
            return nil
        }
        var request = URLRequest(url: url)
        if let token = address.token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        self.request = request
        // One transfer makes about five calls.
        pause = min(max(5 / rate, 0.01), 5)
    }

    func start() {
        let session = URLSession.rx.session(configuration: .ephemeral, delegate: StatusReader())
        let thread = Thread { [self] in
            while !isStopping.load(ordering: .relaxed) {
                session.dataTask(with: request).resume()
                Thread.sleep(forTimeInterval: pause)
            }
            session.invalidateAndCancel()
        }
        thread.start()
    }

    /// Excepts this machine from the proxy of the environment, which URLSession would ask for this program's own status.
    ///
    /// To be called before other threads start, which may read the environment.
    static func askDirectly() {
        let environment = ProcessInfo.processInfo.environment
        let former = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
        // Alone, it excepts all hosts.
        guard former != "*" else { return }
        let own = "localhost,127.0.0.1,::1,0.0.0.0"
        setenv("no_proxy", former.isEmpty ? own : "\(former),\(own)", 1)
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
