// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPTestSupport
import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct InspectorServerTests {
    private func configuration(_ adjust: (inout InspectorServerConfiguration) -> Void = { _ in })
        -> InspectorServerConfiguration
    {
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        adjust(&configuration)
        return configuration
    }

    private func code(_ configuration: InspectorServerConfiguration) -> InspectorServerError.Code? {
        do {
            _ = try InspectorServer(recorder: Recorder(), configuration: configuration).start()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func startsOnAPortOfTheSystemsChoice() throws {
        let inspector = try InspectorServer(recorder: Recorder(), configuration: configuration()).start()
        #expect(inspector.url == "http://127.0.0.1:\(inspector.port)/")
        let socket = try TestSocket(port: inspector.port)
        try socket.send("GET /healthz HTTP/1.1\r\nHost: localhost:\(inspector.port)\r\n\r\n")
        #expect(try socket.reply().body == #"{"status":"up"}"#)
        let port = inspector.port
        inspector.stop()
        inspector.stop()
        #expect(throws: TestSocket.Failure.self) { try TestSocket(port: port) }
        #expect(inspector.url.isEmpty)
    }

    @Test func startsAgainAfterItWasStopped() throws {
        let inspector = try InspectorServer(recorder: Recorder(), configuration: configuration()).start()
        #expect(throws: InspectorServerError(.alreadyRunning, context: "")) { try inspector.start() }
        inspector.stop()
        try inspector.start()
        _ = try TestSocket(port: inspector.port)
    }

    @Test func stopsWhenItIsLetGo() throws {
        var inspector: InspectorServer? = try InspectorServer(
            recorder: Recorder(),
            configuration: configuration()
        ).start()
        let port = try #require(inspector?.port)
        inspector = nil
        #expect(throws: TestSocket.Failure.self) { try TestSocket(port: port) }
    }

    @Test func putsTheTokenIntoItsAddress() throws {
        let token = try #require(AccessToken("a-token-of-enough-characters"))
        let inspector = try InspectorServer(recorder: Recorder(), configuration: configuration { $0.token = token })
            .start()
        #expect(inspector.url.hasSuffix("/#token=a-token-of-enough-characters"))
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("0:0:0:0:0:0:0:1", true), ("0::0001", true),
        ("::ffff:127.0.0.1", true), ("::FFFF:7f00:1", true), ("0.0.0.0", false), ("::", false), ("::2", false),
        ("::ffff:10.0.0.1", false), ("127.0.0.1.example", false), ("fe80::1", false),
    ]) func wantsATokenWhereOtherMachinesCanConnect(address: String, isLoopback: Bool) throws {
        let configuration = configuration { $0.bindAddress = address }
        #expect(try (configuration.effectiveToken == nil) == isLoopback)
    }

    @Test func tellsWhyItCannotStart() throws {
        let inspector = try InspectorServer(recorder: Recorder(), configuration: configuration()).start()
        #expect(code(configuration { $0.port = inspector.port }) == .portInUse)
        #expect(code(configuration { $0.bindAddress = "localhost" }) == .addressInvalid)
        #expect(code(configuration { $0.bindAddress = "192.0.2.1" }) == .addressUnavailable)
        #expect(code(configuration { $0.publicDirectory = "/nowhere" }) == .publicDirectoryMissing)
        #expect(code(configuration { $0.connectionCountLimit = 1 }) == .configurationInvalid)
        #expect(code(configuration { $0.streamCountLimit = 60 }) == .configurationInvalid)
        #expect(code(configuration { $0.idleTimeout = .zero }) == .configurationInvalid)
        #expect(code(configuration()) == nil)
    }

    @Test func takesAFreePortWhenTheDefaultOneIsTaken() throws {
        // One or both of them may find the default port in use.
        var chosen = InspectorServerConfiguration()
        chosen.isDiscoverable = false
        let first = try InspectorServer(recorder: Recorder(), configuration: chosen).start()
        let second = try InspectorServer(recorder: Recorder(), configuration: chosen).start()
        #expect(first.port != second.port && second.port != 8080)
        #expect(second.url == "http://127.0.0.1:\(second.port)/")
        _ = try TestSocket(port: second.port)
        chosen.port = second.port
        #expect(code(chosen) == .portInUse)
    }

    @Test func describesErrorsForPeople() {
        let error = InspectorServerError(.portInUse, context: "127.0.0.1:8080")
        #expect("\(error)" == "127.0.0.1:8080 is in use. Choose another port, or 0 to let the system choose.")
        #expect("\(error.code)" == "portInUse")
    }

    /// Clearing waits for what is written, which can take as long as a lock of the file.
    @Test func requestsAreAnsweredWhileCallsAreClearedWhoseFileIsSlow() throws {
        let (calls, sink) = (SampleCalls(), SlowSink())
        let server = try InspectorServer(recorder: calls.recorder, configuration: configuration()).start()
        defer { server.stop() }
        #expect(calls.recorder.attach(sink))
        calls.read(1)
        sink.begun.wait()
        let socket = try TestSocket(port: server.port)
        try socket.send("DELETE /api/v1/invocations HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n")
        for _ in 0..<5 { #expect(try InspectorClient(port: server.port).get("/healthz").status == 200) }
        sink.goOn.signal()
        #expect(try socket.reply().status == 204)
        #expect(calls.recorder.invocations().stored == 0)
        calls.recorder.detachSink()
    }
}

/// Stores nothing, and waits with it.
private final class SlowSink: InvocationSink {
    let begun = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)

    func write(_ batch: SinkBatch) {
        begun.signal()
        goOn.wait()
        goOn.signal()
    }

    func finish() {}
}
