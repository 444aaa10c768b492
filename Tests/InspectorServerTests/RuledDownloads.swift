// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPTestSupport
import ProxyCore
import Synchronization

@testable import InspectorServer

enum DownloadError: String, Error, CaseIterable {
    case offline, full
}

/// The protocol of the calls on which rules act.
protocol DownloaderDelegate: AnyObject {
    func downloader(_ name: String, didReceive bytes: Int)
    func downloader(_ name: String, shouldRetryAfter attempt: Int) -> Bool
    func size(of part: UInt8) throws(DownloadError) -> UInt64
    func title(of name: String) throws -> String
}

final class DownloaderProxy: ProtocolProxy<any DownloaderDelegate>, DownloaderDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    private enum Selectors {
        static let didReceive = MethodSelector<DownloaderProxy, (String, Int), Void>(
            "downloader(_:didReceive:)",
            of: "DownloaderDelegate",
            parameters: ["name", "bytes"],
            traits: .editable
        )
        static let shouldRetry = MethodSelector<DownloaderProxy, (String, Int), Bool>(
            "downloader(_:shouldRetryAfter:)",
            of: "DownloaderDelegate",
            parameters: ["name", "attempt"],
            traits: .editable
        )
        static let size = MethodSelector<DownloaderProxy, UInt8, UInt64>(
            "size(of:)",
            of: "DownloaderDelegate",
            parameter: "part",
            traits: [.throwing, .editable],
            failure: DownloadError.self
        )
        static let title = MethodSelector<DownloaderProxy, String, String>(
            "title(of:)",
            of: "DownloaderDelegate",
            parameter: "name",
            traits: .throwing
        )
        static let all = [
            AnyMethodSelector(didReceive), AnyMethodSelector(shouldRetry), AnyMethodSelector(size),
            AnyMethodSelector(title),
        ]
    }

    override class var requirements: [AnyMethodSelector] { Selectors.all }

    func downloader(_ name: String, didReceive bytes: Int) {
        forward(Selectors.didReceive, (name, bytes)) { target in
            target.downloader(name, didReceive: bytes)
        } edited: { target, arguments in
            target.downloader(arguments.0, didReceive: arguments.1)
        }
    }

    func downloader(_ name: String, shouldRetryAfter attempt: Int) -> Bool {
        forward(Selectors.shouldRetry, (name, attempt), default: false) { target in
            target.downloader(name, shouldRetryAfter: attempt)
        } edited: { target, arguments in
            target.downloader(arguments.0, shouldRetryAfter: arguments.1)
        }
    }

    func size(of part: UInt8) throws(DownloadError) -> UInt64 {
        try forward(Selectors.size, part, default: 0) { (target) throws(DownloadError) in
            try target.size(of: part)
        } edited: { (target, part) throws(DownloadError) in
            try target.size(of: part)
        }
    }

    func title(of name: String) throws -> String {
        try forward(Selectors.title, name, default: "") { try $0.title(of: name) }
    }
}

/// A proxy whose calls rules act on, with a target that answers plainly.
final class RuledDownloads: @unchecked Sendable {
    // Sendable: the proxy is, and the target's state is behind a mutex.
    private final class Target: DownloaderDelegate {
        let received = Mutex<[Int]>([])
        func downloader(_ name: String, didReceive bytes: Int) { received.withLock { $0.append(bytes) } }
        func downloader(_ name: String, shouldRetryAfter attempt: Int) -> Bool { attempt < 3 }
        func size(of part: UInt8) throws(DownloadError) -> UInt64 { UInt64(part) * 1_000 }
        func title(of name: String) throws -> String { "Title of \(name)" }
    }

    let recorder: Recorder
    let proxy: DownloaderProxy
    private let target = Target()

    init() {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        recorder = Recorder(configuration)
        proxy = DownloaderProxy(recorder: recorder, ownerName: "Downloader")
        proxy.setForwardDelegate(target, retain: true)
    }

    /// What the target got.
    var received: [Int] { target.received.withLock { $0 } }

    /// The last call as the API has it.
    func lastCall(_ client: InspectorClient) throws -> JSONValue? {
        recorder.flush()
        return try client.get("/api/v1/invocations?limit=1").json()["items"]?[0]
    }

    /// The same as text, for numbers that need more than an Int64.
    func lastCallText(_ client: InspectorClient) throws -> String {
        recorder.flush()
        return try client.get("/api/v1/invocations?limit=1").text
    }

    /// Makes a call on a thread of its own.
    func begin<Answer: Sendable>(_ call: @escaping @Sendable (DownloaderProxy) -> Answer) -> PendingAnswer<Answer> {
        PendingAnswer { [proxy] in call(proxy) }
    }

    /// Waits until as many calls are held.
    func waitUntilHeld(_ count: Int = 1) -> Bool { eventually { self.recorder.rules.held.count == count } }
}

/// What a call on another thread returns.
final class PendingAnswer<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Answer) {
        DispatchQueue(label: "test.caller").async { [self] in
            let made = work()
            answer.withLock { $0 = made }
            done.signal()
        }
    }

    /// The answer; nil if it doesn't come in time.
    func value(within milliseconds: Int = 20_000) -> Answer? {
        guard done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return nil }
        done.signal()
        return answer.withLock { $0 }
    }
}

/// Whether a condition holds within some seconds.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
        if try condition() { return true }
        DispatchSemaphore(value: 0).wait(forMilliseconds: 5)
    }
    return false
}

extension DispatchSemaphore {
    fileprivate func wait(forMilliseconds count: Int) { _ = wait(timeout: .now() + .milliseconds(count)) }
}

extension InspectorServerConfiguration {
    /// A configuration whose clients may set rules.
    static var withRules: InspectorServerConfiguration {
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        configuration.allowsRules = true
        configuration.isDiscoverable = false
        return configuration
    }
}

extension InspectorClient {
    func put(_ target: String, _ body: String) throws -> Reply {
        try send("PUT", target, headers: [("Content-Type", "application/json")], body: body)
    }
}
