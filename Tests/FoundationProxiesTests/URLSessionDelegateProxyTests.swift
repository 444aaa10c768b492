// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import FoundationNetworking
import FoundationProxies
import ProxyCore
import Reactive
import Synchronization
import Testing

@Suite struct URLSessionDelegateProxyTests {
    /// A session delegate without task methods.
    private final class SessionOnly: NSObject, URLSessionDelegate {
        let invalidations = Mutex(0)

        func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
            invalidations.withLock { $0 += 1 }
        }
    }

    /// A delegate for data tasks that rejects redirections.
    private final class Refuser: NSObject, URLSessionDataDelegate {
        let told = Mutex<[String]>([])

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            told.withLock { $0.append("redirection \(response.statusCode)") }
            completionHandler(nil)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            told.withLock { $0.append("completed") }
        }
    }

    private let recorder = Recorder()

    /// Loads the server's first page through a proxied session and waits until the task ends.
    ///
    /// - Returns: The received text, and the status of the last response.
    private func load(_ server: RedirectingServer, _ delegate: (any URLSessionDelegate)?) throws -> (String, Int) {
        let session = URLSession.rx.session(configuration: .ephemeral, delegate: delegate, recorder: recorder)
        defer { session.invalidateAndCancel() }
        let proxy = try #require(session.rx.delegate)
        let received = Mutex(Data())
        let ended = DispatchSemaphore(value: 0)
        let bag = DisposeBag()
        session.rx.didReceiveData.subscribe(onNext: { call in received.withLock { $0.append(call.data) } })
            .disposed(by: bag)
        proxy.methodInvoked(.didComplete).subscribe(onNext: { _ in ended.signal() }).disposed(by: bag)
        let task = session.dataTask(with: server.url)
        task.resume()
        try #require(ended.wait(timeout: .now() + 10) == .success)
        let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
        return (String(decoding: received.withLock { $0 }, as: UTF8.self), status)
    }

    /// The answerers of a requirement's recorded calls. Calls are recorded after their observers have run, so this
    /// waits for the first one.
    private func paths(of selector: String) -> [Invocation.ReturnPath] {
        let deadline = ContinuousClock.now + .seconds(120)
        var paths: [Invocation.ReturnPath] = []
        repeat {
            recorder.flush()
            let calls = recorder.invocations(InvocationQuery()).items
            paths = calls.filter { $0.selector.name == selector && $0.state != .running }.map(\.returnPath)
        } while paths.isEmpty && ContinuousClock.now < deadline
        return paths
    }

    @Test func followsRedirectionsWithoutADelegate() throws {
        let server = try RedirectingServer()
        defer { server.stop() }
        let (text, status) = try load(server, nil)
        #expect(text == "word" && status == 200)
        #expect(server.paths == ["/", "/there"])
        #expect(
            paths(of: "urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)") == [.default]
        )
    }

    @Test func followsRedirectionsForADelegateThatKnowsNoTasks() throws {
        let server = try RedirectingServer()
        defer { server.stop() }
        let delegate = SessionOnly()
        let (text, status) = try load(server, delegate)
        #expect(text == "word" && status == 200)
        #expect(paths(of: "urlSession(_:task:didCompleteWithError:)") == [.default])
    }

    @Test func letsTheDelegateRefuseARedirection() throws {
        let server = try RedirectingServer()
        defer { server.stop() }
        let delegate = Refuser()
        let (_, status) = try load(server, delegate)
        #expect(status == 302)
        #expect(server.paths == ["/"])
        #expect(delegate.told.withLock { $0 } == ["redirection 302", "completed"])
        #expect(paths(of: "urlSession(_:task:didCompleteWithError:)") == [.target])
    }

    /// A delegate that decides about redirections later, on a thread of its own; or never.
    private final class Ponderer: NSObject, URLSessionDataDelegate {
        let isAsked = DispatchSemaphore(value: 0)
        let mayAnswer = DispatchSemaphore(value: 0)

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            isAsked.signal()
            Thread.detachNewThread { [mayAnswer] in
                // `Thread.name` has no effect until the thread's starter has noted the thread.
                try? "ponderer".write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
                mayAnswer.wait()
                completionHandler(request)
            }
        }
    }

    @Test func tellsWhenARedirectionWasDecidedAfterTheCallHadReturned() throws {
        let server = try RedirectingServer()
        defer { server.stop() }
        let delegate = Ponderer()
        let isDone = DispatchSemaphore(value: 0)
        let text = Mutex("")
        DispatchQueue.global().async { [self] in
            let loaded = try? load(server, delegate).0
            text.withLock { $0 = loaded ?? "" }
            isDone.signal()
        }
        delegate.isAsked.wait()
        let filter = try InvocationFilter("selector:*willPerformHTTPRedirection* completion:pending")
        let deadline = ContinuousClock.now + .seconds(120)
        while recorder.count(matching: filter).matched == 0, ContinuousClock.now < deadline { sched_yield() }
        #expect(recorder.count(matching: filter).matched == 1)
        delegate.mayAnswer.signal()
        isDone.wait()
        #expect(text.withLock { $0 } == "word")
        recorder.flush()
        let called = try InvocationFilter("selector:*willPerformHTTPRedirection* completion:called")
        let call = try #require(recorder.invocations(InvocationQuery(called)).items.first)
        let completion = try #require(call.completions.first)
        #expect(completion.argument == 4 && completion.count == 1)
        let answer = try #require(completion.calls.first)
        #expect(answer.thread.name == "ponderer")
        #expect(answer.afterNanoseconds >= call.durationNanoseconds ?? .max)
        #expect(answer.arguments.count == 1 && "\(answer.arguments[0])".contains("/there"))
    }

    @Test func knowsWhatASubclassOfNSObjectLeavesOut() throws {
        let proxy = URLSessionDelegateProxy(recorder: recorder)
        proxy.setForwardDelegate(Refuser(), retain: true)
        let requirements = try #require(recorder.proxy(number: proxy.number)).requirements
        #expect(
            requirements.filter { $0.isImplemented == true }.map(\.selector.name).sorted() == [
                "urlSession(_:task:didCompleteWithError:)",
                "urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)",
            ]
        )
        let leftOut = Set(requirements.filter { $0.isImplemented == false }.map(\.selector.name))
        #expect(
            leftOut.isSuperset(of: [
                "urlSession(_:didBecomeInvalidWithError:)",
                "urlSession(_:dataTask:didReceive:)",
            ])
        )
        // The optimiser merges what two classes of this file leave out alike, and then nobody knows.
        let sent = "urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)"
        #expect(requirements.first { $0.selector.name == sent }?.isImplemented != true)
    }

    @Test func answersTheHandlersOfASessionWithoutADelegate() {
        let proxy = URLSessionDelegateProxy(recorder: recorder)
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let url = URL(string: "http://127.0.0.1/")!
        let task = session.dataTask(with: url)
        let response = URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
        let space = URLProtectionSpace(
            host: "127.0.0.1",
            port: 80,
            protocol: "http",
            realm: nil,
            authenticationMethod: nil
        )
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space,
            proposedCredential: nil,
            previousFailureCount: 0,
            failureResponse: nil,
            error: nil,
            sender: Sender()
        )
        let answers = Mutex<[String]>([])
        proxy.urlSession(session, didReceive: challenge) { disposition, _ in
            answers.withLock { $0.append("session \(disposition)") }
        }
        proxy.urlSession(session, task: task, didReceive: challenge) { disposition, _ in
            answers.withLock { $0.append("task \(disposition)") }
        }
        proxy.urlSession(
            session,
            task: task,
            needNewBodyStream: { stream in
                answers.withLock { $0.append("stream \(stream == nil)") }
            }
        )
        proxy.urlSession(session, dataTask: task, didReceive: response) { disposition in
            answers.withLock { $0.append("response \(disposition)") }
        }
        #expect(
            answers.withLock { $0 } == [
                "session performDefaultHandling", "task performDefaultHandling", "stream true", "response allow",
            ]
        )
    }

    @Test func failsToStreamFromASessionWithAnotherDelegate() {
        let session = URLSession(configuration: .ephemeral, delegate: SessionOnly(), delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        var failure: (any Error)?
        let bag = DisposeBag()
        session.rx.didBecomeInvalid.subscribe(onError: { failure = $0 }).disposed(by: bag)
        #expect((failure as? DelegateProxyError)?.code == .notInstalled)
    }
}

/// Required to create a challenge; never called.
private final class Sender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
