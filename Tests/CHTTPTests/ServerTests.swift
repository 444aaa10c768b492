// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Glibc
import HTTPTestSupport
import Synchronization
import Testing

@Suite struct ServerTests {
    private func failure(adjusting adjust: (inout chttp_server_options) -> Void) -> Int32 {
        do {
            try TestServer(adjusting: adjust, handler: { respond($1) }).destroy()
            return 0
        } catch {
            return (error as? CHTTPFailure)?.code ?? 1
        }
    }

    @Test func tellsWhyAnAddressCannotBeBound() throws {
        try TestServer.run(handler: { respond($1) }) { server in
            #expect(failure { $0.port = server.port } == CHTTP_EADDRESS_IN_USE.rawValue)
        }
        "192.0.2.1".withCString { text in
            #expect(failure { $0.address = text } == CHTTP_EADDRESS_UNAVAILABLE.rawValue)
        }
        "localhost".withCString { text in
            #expect(failure { $0.address = text } == CHTTP_EADDRESS_SYNTAX.rawValue)
        }
    }

    @Test func refusesLimitsOutOfRange() {
        #expect(failure { $0.connection_count_limit = 0 } == CHTTP_EARGUMENT.rawValue)
        #expect(failure { $0.connection_count_limit = $0.prompt_connection_count } == CHTTP_EARGUMENT.rawValue)
        #expect(failure { $0.connection_memory_limit = 100 } == CHTTP_EARGUMENT.rawValue)
        #expect(failure { $0.target_limit = 1 << 20 } == CHTTP_EARGUMENT.rawValue)
        #expect(failure { $0.idle_timeout_seconds = 0 } == CHTTP_EARGUMENT.rawValue)
        #expect(failure { $0.request_timeout_milliseconds = 0 } == CHTTP_EARGUMENT.rawValue)
    }

    @Test func bindsIPv6() throws {
        let address = copied("::1")
        defer { address.deallocate() }
        guard let server = try? TestServer(adjusting: { $0.address = UnsafePointer(address) }, handler: { respond($1) })
        else { return }  // a machine without IPv6
        defer { server.destroy() }
        #expect(String(cString: chttp_server_address(server.handle.pointer)) == "::1")
        #expect(server.port > 0)
    }

    private func copied(_ text: String) -> UnsafeMutablePointer<CChar> {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
        for (index, byte) in (Array(text.utf8) + [0]).enumerated() { copy[index] = CChar(bitPattern: byte) }
        return copy
    }

    @Test func runsNoHandlerOfSignalsOnItsThreads() throws {
        let isBlocked = Mutex<[Bool]>([])
        try TestServer.run(handler: { _, request in
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            isBlocked.withLock { $0 = [SIGUSR1, SIGTERM, SIGPROF].map { sigismember(&mask, $0) == 1 } }
            respond(request)
        }) { server in
            _ = try server.connect().roundTrip("GET", "/")
        }
        #expect(isBlocked.withLock { $0 } == [true, true, true])
    }

    @Test func leavesNoDescriptorBehind() async {
        // In a process of its own: tests that run beside this one open descriptors too.
        await #expect(processExitsWith: .success) {
            try TestServer.run(handler: { respond($1) }) { _ in }
            let before = openDescriptorCount()
            for _ in 0..<20 {
                try TestServer.run(handler: { respond($1) }) { server in
                    _ = try server.connect().roundTrip("GET", "/")
                }
            }
            #expect(eventually { openDescriptorCount() == before })
        }
    }

    @Test func stopsTwiceAndFreesItsPort() throws {
        let server = try TestServer(handler: { respond($1) })
        let port = server.port
        server.stop()
        server.stop()
        #expect(failure { $0.port = port } == 0)
        server.destroy()
    }

    @Test func leavesLowNumbersToTheProgram() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            let bound = Int32(min(512, limit.rlim_cur / 2))
            let before = openDescriptors()
            let file = open("/dev/null", O_RDONLY)
            close(file)
            try TestServer.run(handler: { respond($1) }) { server in
                #expect(openDescriptors().subtracting(before).allSatisfy { $0 >= bound })
                let socket = try server.connect()
                _ = try socket.roundTrip("GET", "/")
                // The client's.
                #expect(openDescriptors().subtracting(before).filter { $0 < bound } == [file])
            }
        }
    }

    /// Regression test: the server closed files of the program, waited for threads that nothing wakes, or ended the
    /// process.
    @Test func leavesFilesOfTheProgramAloneThatHaveItsNumbers() async {
        await #expect(processExitsWith: .success) {
            let before = openDescriptors()
            let server = try TestServer(handler: { respond($1) })
            let socket = try server.connect()
            _ = try socket.roundTrip("GET", "/")
            // Without the client's, which has the lowest number.
            let numbers = openDescriptors().subtracting(before).sorted().dropFirst()
            let file = open("/dev/null", O_RDONLY)
            for number in numbers { #expect(dup2(file, number) == number) }
            server.stop(farewell: "bye\n")
            server.stop()
            server.destroy()
            #expect(numbers.allSatisfy { fcntl($0, F_GETFD) >= 0 })
            withExtendedLifetime(socket) {}
        }
    }

    /// Regression test: any eventfd with the number of its own one passed for that.
    @Test func tellsItsDescriptorsFromOthersOfTheSameKinds() async {
        await #expect(processExitsWith: .success) {
            let before = openDescriptors()
            let server = try TestServer(handler: { respond($1) })
            let numbers = openDescriptors().subtracting(before)
            let other = try TestServer(handler: { respond($1) })
            let others = openDescriptors().subtracting(before).subtracting(numbers)
            #expect(numbers.count == others.count)
            // Both were opened in one order.
            for (number, kind) in zip(numbers.sorted(), others.sorted()) { #expect(dup2(kind, number) == number) }
            server.stop(farewell: "bye\n")
            server.destroy()
            #expect(numbers.allSatisfy { fcntl($0, F_GETFD) >= 0 })
            #expect(try other.connect().roundTrip("GET", "/").status == 200)
            other.destroy()
        }
    }

    /// Regression test: libmicrohttpd's thread asked its epoll again and again, or ended the process with the first
    /// connection that was idle for too long.
    @Test func restsOnceItsDescriptorsAreClosed() async {
        await #expect(processExitsWith: .success) {
            let before = openDescriptors()
            let server = try TestServer(adjusting: { $0.idle_timeout_seconds = 1 }, handler: { respond($1) })
            let socket = try server.connect()
            _ = try socket.roundTrip("GET", "/")
            // In order, as closefrom(3) does, and without the client's, which has the lowest number.
            for number in openDescriptors().subtracting(before).sorted().dropFirst() { close(number) }
            // After the timeout, the thread says once at most that it cannot wait. Going on, it would say so again in no
            // time, or end the process.
            for _ in 0..<2_000 where server.logLines.count <= 1 { usleep(1_000) }
            #expect(server.logLines.count <= 1)
            server.destroy()
            withExtendedLifetime(socket) {}
        }
    }

    @Test func namesEveryErrorInTheTable() {
        #expect(String(cString: chttp_error_name(CHTTP_EADDRESS_IN_USE.rawValue)) == "EADDRESS_IN_USE")
        #expect(String(cString: chttp_error_text(CHTTP_EFULL.rawValue)) == "the buffer is full")
        #expect(String(cString: chttp_error_name(0)) == "OK")
        #expect(String(cString: chttp_error_name(77)) == "EUNKNOWN")
    }

    @Test func closesIdleConnections() throws {
        try TestServer.run(adjusting: { $0.idle_timeout_seconds = 1 }, handler: { respond($1) }) { server in
            let socket = try server.connect()
            _ = try socket.roundTrip("GET", "/")
            #expect(socket.isEnded())
        }
    }
}
