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
    /// Maximum number of requests at work; each occupies a thread.
    private static let requestLimit = 32

    private final class Request: Sendable {
        let isCancelled = Atomic<Bool>(false)
    }

    private let service: MCPService
    private let send: @Sendable ([UInt8]) -> Void
    private let running = Mutex<[MCPRequest.ID: Request]>([:])
    private let output = DispatchQueue(label: "inspector-mcp-output")
    private let workers = DispatchQueue(label: "inspector-mcp", attributes: .concurrent)
    private let group = DispatchGroup()
    private let isEnding = Atomic<Bool>(false)

    /// - Parameter send: Writes one message with its line break.
    package init(_ programs: any MCPPrograms, send: @escaping @Sendable ([UInt8]) -> Void) {
        service = MCPService(programs)
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
            case .notification("notifications/cancelled", let parameters): cancel(parameters)
            case .notification, .response: break
            }
        } catch {
            answer(MCPResponse(id: error.id, result: .failure(error.error)))
        }
    }

    /// Refuses a line of more than `lineLimitBytes`, of which only the size is known.
    package func refuse(lineOfBytes count: Int) {
        let text = "A message has at most \(Self.lineLimitBytes) bytes; this one has \(count)."
        answer(MCPResponse(id: nil, result: .failure(MCPError(.invalidRequest, text))))
    }

    /// Ends waits and answers what is at work, if that takes no longer than this. Call it when the input has ended.
    package func finish(withinSeconds seconds: Int) {
        isEnding.store(true, ordering: .relaxed)
        _ = group.wait(timeout: .now() + .seconds(seconds))
        output.sync {}
    }

    // MARK: Requests

    private func receive(_ request: MCPRequest) throws(MCPMessage.Fault) {
        guard MCPService.isSlow(request) else { return answer(service.respond(to: request)) }
        let state = try begin(request.id)
        group.enter()
        workers.async { [self] in
            let response = service.respond(to: request) { [self] in
                state.isCancelled.load(ordering: .relaxed) || isEnding.load(ordering: .relaxed)
            }
            end(request.id)
            // A client that cancelled a request may already have forgotten it.
            if !state.isCancelled.load(ordering: .relaxed) { answer(response) }
            group.leave()
        }
    }

    private func receive(batch values: [JSONValue]) throws(MCPMessage.Fault) {
        let messages = try MCPBatch.messages(values)
        group.enter()
        workers.async { [self] in
            let isOver: @Sendable () -> Bool = { [self] in isEnding.load(ordering: .relaxed) }
            if let bytes = MCPBatch.respond(to: messages, service, isCancelled: isOver) { write(bytes) }
            group.leave()
        }
    }

    private func begin(_ id: MCPRequest.ID) throws(MCPMessage.Fault) -> Request {
        let request = Request()
        let problem: MCPError? = running.withLock { running in
            if running[id] != nil { return MCPError(.invalidRequest, "A request with this id is still at work.") }
            guard running.count < Self.requestLimit else {
                return MCPError(.internalError, "\(Self.requestLimit) requests are at work; wait for one to end.")
            }
            running[id] = request
            return nil
        }
        if let problem { throw MCPMessage.Fault(id: id, error: problem) }
        return request
    }

    private func end(_ id: MCPRequest.ID) { running.withLock { _ = $0.removeValue(forKey: id) } }

    /// Cancels a request; one that is unknown or already answered is ignored.
    private func cancel(_ parameters: JSONValue) {
        guard let id = parameters["requestId"].flatMap(MCPRequest.ID.init) else { return }
        running.withLock { $0[id] }?.isCancelled.store(true, ordering: .relaxed)
    }

    // MARK: Output

    private func answer(_ response: MCPResponse) { write(response.bytes) }

    private func write(_ bytes: [UInt8]) {
        output.async { [send] in send(bytes + [UInt8(ascii: "\n")]) }
    }
}
