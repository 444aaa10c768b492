// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import FoundationNetworking
import FoundationProxies
import ProxyCore
import Reactive
import Testing

@Suite struct NetworkValueTests {
    private final class Delegate: NSObject, URLSessionDataDelegate {
        let ended = DispatchSemaphore(value: 0)

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            ended.signal()
        }
    }

    private final class OwnResponse: HTTPURLResponse, @unchecked Sendable {
        static let asked = Counter()
        override var url: URL? {
            Self.asked.add()
            return super.url
        }
    }

    /// Sends a request through a proxied session.
    private func send(_ request: URLRequest, _ probe: ValueProbe) throws {
        let delegate = Delegate()
        let session = URLSession.rx.session(configuration: .ephemeral, delegate: delegate, recorder: probe.recorder)
        session.dataTask(with: request).resume()
        try #require(delegate.ended.wait(timeout: .now() + 20) == .success)
        session.invalidateAndCancel()
        // The last call arrives on another thread.
        let deadline = ContinuousClock.now + .seconds(120)
        let last = try InvocationFilter("selector:*didBecomeInvalid* state:returned")
        while probe.recorder.count(matching: last).matched == 0, ContinuousClock.now < deadline {
            probe.recorder.flush()
        }
    }

    private func argument(_ name: String, of selector: String, _ probe: ValueProbe) throws -> RecordedValue {
        let call = probe.recorder.invocations().items.first { $0.selector.name.contains(selector) }
        return try #require(call?.arguments.first { $0.name == name }).value
    }

    @Test func theTrafficOfASessionIsLegible() throws {
        let server = try RedirectingServer()
        defer { server.stop() }
        let probe = try ValueProbe()
        try send(URLRequest(url: server.url), probe)
        let there = server.url.absoluteString + "there"
        let redirect = try argument("response", of: "willPerformHTTPRedirection", probe)
        #expect(redirect.kind == .object && redirect.line.hasPrefix("302 http://127.0.0.1"))
        #expect(try argument("request", of: "willPerformHTTPRedirection", probe).line == "GET \(there)")
        let response = try argument("response", of: "didReceive:completionHandler", probe)
        #expect(response.line == "200 \(there)" && response["mimeType"]?.content == .text("text/plain"))
        #expect(response["headers"]?.line.contains("\"Content-Type\": \"text/plain\"") == true)
        let task = try argument("task", of: "didCompleteWithError", probe)
        #expect(task.line.hasPrefix("#1 ") && task.line.hasSuffix(there) && task.identity != nil)
        #expect(try probe.count("arg.statusCode:>=300") == 1)
        #expect(try probe.count("arg.statusCode:200") == 1)
        #expect(try probe.count("arg.url:there") >= 3)
        #expect(try probe.count("arg.location:there") == 0)
        #expect(try probe.survivesExport())
    }

    @Test func theErrorOfASessionIsLegible() throws {
        let probe = try ValueProbe()
        try send(URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/there"))), probe)
        let error = try argument("error", of: "didCompleteWithError", probe)
        #expect(error.line.hasPrefix("cannotConnectToHost http://127.0.0.1:1/there"))
        #expect(try probe.count("arg.error:cannotConnect") == 1)
        #expect(try probe.count("arg.failingURL:there") == 1)
        #expect(try probe.survivesExport())
    }

    private func signedRequest() throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "https://example.org/a")))
        request.httpMethod = "POST"
        request.httpBody = Data("hello".utf8)
        for field in ["Authorization", "proxy-authorization", "Cookie"] {
            request.setValue("secret", forHTTPHeaderField: field)
        }
        request.setValue("text/plain", forHTTPHeaderField: "Accept")
        return request
    }

    @Test func credentialsAreLeftOut() throws {
        let probe = try ValueProbe()
        let request = try probe.record(signedRequest())
        #expect(request.line == "POST https://example.org/a" && request["body"]?.bytesText == "hello")
        #expect(request["headers"]?.children.count(where: { $0.kind == .redacted }) == 3)
        #expect(request["headers"]?.line.contains("\"Accept\": \"text/plain\"") == true)
        let fields = ["Set-Cookie": "secret", "X-Id": "7"]
        let url = try #require(URL(string: "https://example.org/a"))
        let response = HTTPURLResponse(url: url, statusCode: 404, httpVersion: nil, headerFields: fields)
        #expect(try probe.record(response).line == "404 https://example.org/a")
        #expect(try probe.count("secret") == 0)
        #expect(try probe.count("arg.statusCode:>=400") == 1)
        #expect(try probe.count("arg.headers:X-Id") == 1)
        #expect(try probe.survivesExport())
    }

    @Test(arguments: ["Location", "content-location", "Referer"])
    func credentialsOfURLsInHeaderFieldsAreLeftOut(field: String) throws {
        var configuration = RecorderConfiguration()
        configuration.redactions = [.label("page")]
        let probe = try ValueProbe(configuration)
        let url = try #require(URL(string: "https://example.org/a"))
        let fields = [field: "https://me:secret@example.org/b?access_token=secret&x=1&page=secret"]
        let response = HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: fields)
        let shown = "https://me:redacted@example.org/b?access_token=redacted&x=1&page=redacted"
        #expect(try probe.record(response)["headers"]?.line.contains(shown) == true)
        #expect(try probe.count("secret") == 0)
    }

    @Test func credentialsOfEachURLInAHeaderFieldAreLeftOut() throws {
        let probe = try ValueProbe()
        let url = try #require(URL(string: "https://example.org/a"))
        let links = "<https://a.org/?page=1>; rel=next, <https://me:secret@b.org/?sig=secret&x=1>; rel=last"
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["Link": links])
        let shown = "<https://a.org/?page=1>; rel=next, <https://me:redacted@b.org/?sig=redacted&x=1>; rel=last"
        #expect(try probe.record(response)["headers"]?.line.contains(shown) == true)
        #expect(try probe.count("secret") == 0)
    }

    @Test func credentialsAreKeptOnDemand() throws {
        var configuration = RecorderConfiguration()
        configuration.hidesCredentials = false
        let probe = try ValueProbe(configuration)
        _ = try probe.record(signedRequest())
        #expect(try probe.count("secret") == 1)
    }

    @Test func redactionReachesHeaderFieldsAndParts() throws {
        var configuration = RecorderConfiguration()
        configuration.redactions = [.label("accept"), .type(Data.self)]
        let probe = try ValueProbe(configuration)
        let request = try probe.record(signedRequest())
        #expect(request["body"]?.kind == .redacted)
        #expect(request["headers"]?.children.count(where: { $0.kind == .redacted }) == 4)
    }

    @Test func aRuleForTheirTypeHidesHeaderFields() throws {
        var configuration = RecorderConfiguration()
        configuration.redactions = [.type([String: String].self)]
        let probe = try ValueProbe(configuration)
        let url = try #require(URL(string: "https://example.org/a"))
        let fields = ["X-Id": "secret"]
        let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields)
        for value in [try probe.record(signedRequest()), try probe.record(response)] {
            #expect(value["headers"]?.kind == .redacted && value["headers"]?.typeName == "[String: String]")
        }
        #expect(try probe.count("X-Id") == 0 && probe.count("text/plain") == 0)
        #expect(try probe.count("arg:example.org") == 2)
    }

    @Test func whatARuleHidesIsNotInATextEither() throws {
        var configuration = RecorderConfiguration()
        configuration.redactions = [.type(URL.self)]
        let probe = try ValueProbe(configuration)
        #expect(try probe.record(signedRequest()).line == "POST ‹redacted›")
        let url = try #require(URL(string: "http://example.org/"))
        let error = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        #expect(try probe.record(error).line == "timedOut ‹redacted›")
        #expect(try probe.count("example.org") == 0)
    }

    @Test func aPartThatARuleHidesIsNotInTheLineOfARequestResponseOrTask() throws {
        func probe(hiding label: String) throws -> ValueProbe {
            var configuration = RecorderConfiguration()
            configuration.redactions = [.label(label)]
            return try ValueProbe(configuration)
        }
        let url = try #require(URL(string: "http://example.org/"))
        let request = URLRequest(url: url)
        #expect(try probe(hiding: "method").record(request).line == "‹redacted› http://example.org/")
        let response = try #require(HTTPURLResponse(url: url, statusCode: 451, httpVersion: nil, headerFields: nil))
        #expect(try probe(hiding: "statusCode").record(response).line == "‹redacted› http://example.org/")
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: request)
        #expect(try probe(hiding: "identifier").record(task).line == "#‹redacted› suspended http://example.org/")
        #expect(try probe(hiding: "state").record(task).line.hasSuffix(" ‹redacted› http://example.org/"))
    }

    @Test func aSubclassOfAResponseRunsNoneOfItsOwnCode() throws {
        let url = try #require(URL(string: "https://example.org/a"))
        let response = try #require(OwnResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil))
        let value = try ValueProbe().record(response as URLResponse)
        #expect(OwnResponse.asked.value == 0 && value.kind == .object && value.children.isEmpty)
    }
}
