// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
internal import ProxyCore
import Synchronization

/// The Model Context Protocol over a stream of lines, as over standard input and output.
///
/// Requests are answered in any order, so that a wait holds up nothing. `receive` is called by one thread; answers are
/// passed on by several, one after the other.
///
/// - SeeAlso: modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
package final class MCPLineServer: Sendable {
    /// Maximum size of a message in bytes.
    package static let lineLimitBytes = 1 << 20
    /// Maximum number of requests and batches at work; each occupies a thread.
    private static let workLimit = 32

    private final class Request: Sendable {
        let isCancelled = Atomic<Bool>(false)
    }

    private struct Running {
        var requests: [MCPRequest.ID: Request] = [:]
        /// Occupied threads. The requests of a batch share one.
        var threads = 0
    }

    private let service: MCPService
    private let outputLimitBytes: Int
    private let send: @Sendable ([UInt8]) -> Void
    private let running = Mutex(Running())
    /// Size of the answers that the client has not read yet.
    private let waitingBytes = Atomic<Int>(0)
    private let output = DispatchQueue(label: "inspector-mcp-output")
    private let workers = DispatchQueue(label: "inspector-mcp", attributes: .concurrent)
    private let group = DispatchGroup()
    private let isEnding = Atomic<Bool>(false)

    /// - Parameters:
    ///   - outputLimitBytes: Size of the answers from which on nothing more is taken until the client has read them.
    ///     Default 16 MiB.
    ///   - send: Writes one message with its line break.
    package init(
        _ programs: any MCPPrograms,
        outputLimitBytes: Int = 16 << 20,
        send: @escaping @Sendable ([UInt8]) -> Void
    ) {
        service = MCPService(programs)
        self.outputLimitBytes = outputLimitBytes
        self.send = send
    }

    /// Takes a line without its line break.
    package func receive(_ line: [UInt8]) {
        do throws(MCPMessage.Fault) {
            guard line.contains(where: { $0 > 0x20 }) else { return }
            let value = try MCPEndpoint.parse(line)
            if case .array(let values) = value { return try receive(batch: values) }
            switch try MCPMessage(value) {
            case .request(let request): try receive(request)
            // At once, though the client reads no answers: it may have stopped for the one that it cancels.
            case .notification("notifications/cancelled", let parameters): cancel(parameters)
            case .notification, .response: break
            }
        } catch {
            waitForOutput()
            answer(MCPResponse(id: error.id, result: .failure(error.error)))
        }
    }

    /// Refuses a line of more than `lineLimitBytes`, of which only the size is known.
    package func refuse(lineOfBytes count: Int) {
        waitForOutput()
        let text = "A message has at most \(Self.lineLimitBytes) bytes; this one has \(count)."
        answer(MCPResponse(id: nil, result: .failure(MCPError(.invalidRequest, text))))
    }

    /// Ends waits and answers what is at work, if that takes no longer than this and the client reads the answers. Call it
    /// when the input has ended.
    package func finish(withinSeconds seconds: Int) {
        isEnding.store(true, ordering: .relaxed)
        let deadline = DispatchTime.now() + .seconds(seconds)
        _ = group.wait(timeout: deadline)
        let isWritten = DispatchSemaphore(value: 0)
        output.async { isWritten.signal() }
        // An answer that is being written when the time is up is not cut in two.
        _ = isWritten.wait(timeout: max(deadline, .now() + .seconds(1)))
    }

    // MARK: Requests

    private func receive(_ request: MCPRequest) throws(MCPMessage.Fault) {
        waitForOutput()
        guard MCPService.isSlow(request) else { return answer(service.respond(to: request)) }
        let states = try begin([request.id])
        work { [self] in
            let response = respond(to: request, states)
            end(states)
            if let response { answer(response) }
        }
    }

    private func receive(batch values: [JSONValue]) throws(MCPMessage.Fault) {
        waitForOutput()
        let messages = try MCPBatch.messages(values)
        let slow = MCPBatch.requests(in: messages).filter(MCPService.isSlow)
        let states = try begin(slow.map(\.id))
        work { [self] in
            let bytes = MCPBatch.respond(to: messages) { respond(to: $0, states) }
            end(states)
            if let bytes { write(bytes) }
        }
    }

    private func work(_ body: @escaping @Sendable () -> Void) {
        group.enter()
        workers.async { [group] in
            body()
            group.leave()
        }
    }

    /// Answers a request; nil if it was cancelled: its client may already have forgotten it.
    private func respond(to request: MCPRequest, _ states: [MCPRequest.ID: Request]) -> MCPResponse? {
        let state = states[request.id]
        let isCancelled = { @Sendable in state?.isCancelled.load(ordering: .relaxed) ?? false }
        guard !isCancelled() else { return nil }
        let response = service.respond(to: request) { [self] in isCancelled() || isEnding.load(ordering: .relaxed) }
        return isCancelled() ? nil : response
    }

    /// Takes a thread for requests that are worked on one after the other.
    private func begin(_ ids: [MCPRequest.ID]) throws(MCPMessage.Fault) -> [MCPRequest.ID: Request] {
        let result: Result<[MCPRequest.ID: Request], MCPMessage.Fault> = running.withLock { running in
            guard running.threads < Self.workLimit else {
                let text = "\(Self.workLimit) requests are at work; wait for one to end."
                return .failure(MCPMessage.Fault(id: ids.first, error: MCPError(.internalError, text)))
            }
            var states: [MCPRequest.ID: Request] = [:]
            for id in ids {
                guard running.requests[id] == nil, states.updateValue(Request(), forKey: id) == nil else {
                    let error = MCPError(.invalidRequest, "A request with this id is still at work.")
                    return .failure(MCPMessage.Fault(id: id, error: error))
                }
            }
            running.requests.merge(states) { $1 }
            running.threads += 1
            return .success(states)
        }
        return try result.get()
    }

    private func end(_ states: [MCPRequest.ID: Request]) {
        running.withLock { running in
            for id in states.keys { running.requests[id] = nil }
            running.threads -= 1
        }
    }

    /// Cancels a request; one that is unknown or already answered is ignored.
    private func cancel(_ parameters: JSONValue) {
        guard let id = parameters["requestId"].flatMap(MCPRequest.ID.init) else { return }
        running.withLock { $0.requests[id] }?.isCancelled.store(true, ordering: .relaxed)
    }

    // MARK: Output

    private func answer(_ response: MCPResponse) { write(response.bytes) }

    private func write(_ bytes: [UInt8]) {
        waitingBytes.add(bytes.count, ordering: .relaxed)
        output.async { [self] in
            send(bytes + [UInt8(ascii: "\n")])
            waitingBytes.subtract(bytes.count, ordering: .relaxed)
        }
    }

    /// Waits for a client that asks without reading the answers.
    private func waitForOutput() {
        if waitingBytes.load(ordering: .relaxed) > outputLimitBytes { output.sync {} }
    }
}
