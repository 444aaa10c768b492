// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Glibc
import HTTPTestSupport
import Synchronization

/// A CHTTP handle passed between threads.
struct Handle: @unchecked Sendable {
    // Proof: CHTTP's requests, streams and rings are documented as callable from any thread.
    let pointer: OpaquePointer
}

struct CHTTPFailure: Error, CustomStringConvertible {
    let code: Int32
    var description: String { String(cString: chttp_error_name(code)) }
}

func check(_ code: Int32) throws {
    if code != 0 { throw CHTTPFailure(code: code) }
}

/// A CHTTP server on 127.0.0.1 whose handler is a closure.
final class TestServer: Sendable {
    typealias Handler = @Sendable (TestServer, OpaquePointer) -> Void

    private final class Box: Sendable {
        let handler: Handler
        let server = Mutex<TestServer?>(nil)
        let lines = Mutex<[String]>([])
        init(_ handler: @escaping Handler) { self.handler = handler }
    }

    private let box: Box
    private let context: Handle
    let handle: Handle

    init(
        adjusting adjust: (inout chttp_server_options) -> Void = { _ in },
        handler: @escaping Handler
    ) throws {
        var options = chttp_server_options_default()
        adjust(&options)
        box = Box(handler)
        context = Handle(pointer: OpaquePointer(Unmanaged.passRetained(box).toOpaque()))
        var callbacks = chttp_server_callbacks(
            context: UnsafeMutableRawPointer(context.pointer),
            handle: { context, request in
                let box = Unmanaged<Box>.fromOpaque(context!).takeUnretainedValue()
                box.handler(box.server.withLock { $0! }, request)
            },
            log: { context, text in
                let box = Unmanaged<Box>.fromOpaque(context!).takeUnretainedValue()
                box.lines.withLock { $0.append(String(cString: text)) }
            }
        )
        var server: OpaquePointer?
        let error = chttp_server_start(&options, &callbacks, &server)
        guard error == 0, let server else {
            Unmanaged<Box>.fromOpaque(UnsafeRawPointer(context.pointer)).release()
            throw CHTTPFailure(code: error)
        }
        handle = Handle(pointer: server)
        box.server.withLock { $0 = self }
    }

    /// Serves while `body` runs.
    static func run<Result>(
        adjusting adjust: (inout chttp_server_options) -> Void = { _ in },
        handler: @escaping Handler,
        _ body: (TestServer) throws -> Result
    ) throws -> Result {
        let server = try TestServer(adjusting: adjust, handler: handler)
        defer { server.destroy() }
        return try body(server)
    }

    func destroy() {
        let hasEnded = chttp_server_destroy(handle.pointer)
        box.server.withLock { $0 = nil }
        if hasEnded { Unmanaged<Box>.fromOpaque(UnsafeRawPointer(context.pointer)).release() }
    }

    func stop(farewell: String = "") {
        let bytes = Array(farewell.utf8)
        chttp_server_stop(handle.pointer, bytes, bytes.count)
    }

    var port: UInt16 { chttp_server_port(handle.pointer) }

    var logLines: [String] { box.lines.withLock { $0 } }

    var statistics: chttp_server_statistics {
        var statistics = chttp_server_statistics()
        chttp_server_get_statistics(handle.pointer, &statistics)
        return statistics
    }

    func connect() throws -> TestSocket { try TestSocket(port: port) }
}

/// Responds with a copied body.
func respond(_ request: OpaquePointer, _ status: UInt16 = 200, _ body: String = "", headers: [(String, String)] = []) {
    let bytes = Array(body.utf8)
    var response: OpaquePointer?
    guard chttp_response_create_copy(status, bytes, bytes.count, &response) == 0, let response else { return }
    for (name, value) in headers { _ = chttp_response_add_header(response, name, value) }
    _ = chttp_request_respond(request, response)
}

/// Waits until `condition` holds, for at most twenty seconds.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<20_000 {
        if condition() { return true }
        usleep(1_000)
    }
    return condition()
}

/// The number of open descriptors of this process.
func openDescriptorCount() -> Int { openDescriptors().count }

/// The open descriptors of this process, without the one that libdispatch opens for its first timer.
func openDescriptors() -> Set<Int32> {
    guard let directory = opendir("/proc/self/fd") else { return [] }
    defer { closedir(directory) }
    var numbers: Set<Int32> = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        var target = [UInt8](repeating: 0, count: 64)
        let length = readlink("/proc/self/fd/\(name)", &target, target.count)
        if String(decoding: target.prefix(max(length, 0)), as: UTF8.self) != "anon_inode:[timerfd]",
            let number = Int32(name), number != dirfd(directory)
        {
            numbers.insert(number)
        }
    }
    return numbers
}
