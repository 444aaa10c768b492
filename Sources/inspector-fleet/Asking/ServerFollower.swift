// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import ProgramClient
import ProxyCore

/// The threads that follow the servers.
final class Followers {
    private let group = DispatchGroup()

    /// Begins, and waits until each server has answered or failed to.
    init(_ history: AskingHistory) {
        let asked = DispatchSemaphore(value: 0)
        for server in history.servers {
            group.enter()
            Thread { [group] in
                ServerFollower(server, history) { asked.signal() }.run()
                group.leave()
            }.start()
        }
        for _ in history.servers { asked.wait() }
    }

    /// Returns when all have ended, after the signal to end the program.
    func wait() { group.wait() }
}

/// Follows the stream of one server, and asks each second how it is. Runs on a thread of its own.
final class ServerFollower {
    private static let pollMilliseconds: Int64 = 1_000
    /// A stream sends something each 15 s.
    private static let silenceMilliseconds: Int64 = 45_000
    private static let bufferBytes = 256 << 10

    private let server: AskedServer
    private let history: AskingHistory
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferBytes, alignment: 16)
    private let json = JSONReader()
    private let records = RecordReader()
    private var scanner = EventScanner()
    /// Up to where the stream was read, of the recording with this epoch.
    private var place = ResumePlace.start
    private var epoch: String?
    private var nextPoll: Int64 = 0
    private var hasNews = false
    private var isOver = false
    /// Processes of other servers.
    private var refused: Set<String> = []

    private let whenAsked: () -> Void

    /// - Parameter whenAsked: Called once, when the server has answered or failed to.
    init(_ server: AskedServer, _ history: AskingHistory, _ whenAsked: @escaping () -> Void) {
        self.server = server
        self.history = history
        self.whenAsked = whenAsked
    }

    deinit { buffer.deallocate() }

    /// Returns when the program is to end.
    func run() {
        poll()
        whenAsked()
        while !StopSignal.isRaised {
            if server.failure != nil || Clock.milliseconds >= nextPoll { poll() }
            if let facts = server.facts, server.failure == nil {
                begin(facts)
                follow(facts.epoch)
            }
            if StopSignal.wait(milliseconds: Int32(Self.pollMilliseconds)) { return }
        }
    }

    /// Goes on, or begins with what comes now.
    private func begin(_ facts: AskedServer.Facts) {
        guard facts.epoch != epoch else { return }
        if epoch != nil {
            FleetLog.note("\(server.address.url): it serves another recording now")
            // How many calls came between is not known; all that it has is the most.
            history.stream.miss(max(facts.position, 1))
        }
        epoch = facts.epoch
        place = ResumePlace(position: facts.position, event: nil)
    }

    private func follow(_ epoch: String) {
        let connection: ProgramConnection
        do throws(ProgramFailure) {
            connection = try server.address.events(after: place, of: epoch)
        } catch {
            server.note(.failure(.answer(error.description)))
            return
        }
        scanner.connectionEnded()
        isOver = false
        var heardAt = Clock.milliseconds
        while !isOver, !StopSignal.isRaised {
            let arrival = connection.receive(into: buffer, until: .now + .milliseconds(500))
            let now = Clock.milliseconds
            if case .ended = arrival { break }
            if case .bytes(let count) = arrival {
                heardAt = now
                scanner.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]), take)
            }
            if hasNews {
                hasNews = false
                history.stream.tellGrowth()
            }
            if now >= nextPoll { poll() }
            if now - heardAt > Self.silenceMilliseconds || server.failure != nil { break }
        }
    }

    // MARK: The stream

    private func take(_ event: EventScanner.Event) {
        guard !isOver else { return }
        let last = place
        if let place = event.place { self.place = place }
        switch event.name {
        case .invocation:
            hasNews = true
            guard !event.isTooLong, let node = try? json.read(event.data), let call = try? records.invocation(node)
            else { return history.stream.miss(1) }
            guard knows(call.id.epoch, orGoesBackTo: last) else { return }
            guard let own = history.processes.own(call, of: server) else { return }
            history.stream.append(own, bytes: event.data.count)
        case .lifecycle:
            hasNews = true
            guard let node = try? json.read(event.data), let change = try? ProxyEvent(node)
            else { return history.stream.miss(0, events: 1) }
            if let epoch = change.epoch {
                guard knows(epoch, orGoesBackTo: last) else { return }
                // As of calls: a process belongs to the server that told of it first.
                guard history.processes.number(of: epoch, at: server) != nil else { return }
            }
            history.stream.append(change, bytes: event.data.count)
        case .gap:
            guard let node = try? json.read(event.data) else { return }
            history.stream.miss(
                node["missed"]?.integer(UInt64.self) ?? 0,
                events: node["missedEvents"]?.integer(UInt64.self) ?? 0
            )
            hasNews = true
        case .hello:
            let other = (try? json.read(event.data))?["epoch"]?.string
            if let other, other != epoch { isOver = true }
        case .bye: isOver = true
        case .reset, .update, .other: break
        }
    }

    /// Whether a process has a number. If the server doesn't tell the order of its processes, its stream is read again
    /// from a place on.
    private func knows(_ epoch: String, orGoesBackTo place: ResumePlace) -> Bool {
        do throws(ProgramFailure) {
            try history.processes.meet([epoch], at: server)
            return true
        } catch {
            server.note(.failure(error))
            self.place = place
            isOver = true
            return false
        }
    }

    // MARK: How it is

    private func poll() {
        nextPoll = Clock.milliseconds + Self.pollMilliseconds
        do throws(ProgramFailure) {
            let (programs, feed) = try server.programs()
            var facts = try server.ask("/status", within: AskingHistory.patience) { Self.facts($0) }
            facts.programs = programs
            facts.feed = feed
            // Relays tell every server about all processes; those with calls here are this one's.
            for epoch in history.processes.number(programs, of: server) where refused.insert(epoch).inserted {
                FleetLog.note("\(server.address.url): another server has the process \(epoch), too; left out")
            }
            facts.oldest = try call(at: .ascending)
            facts.newest = try call(at: .descending)
            server.note(.success(facts))
        } catch {
            server.note(.failure(error))
        }
    }

    private static func facts(_ json: JSONNode) -> AskedServer.Facts? {
        guard let epoch = json["epoch"]?.string, let position = json["position"]?.integer(UInt64.self),
            let counters = json["counters"]
        else { return nil }
        return AskedServer.Facts(
            epoch: epoch,
            stored: max(0, counters["stored"]?.integer(Int.self) ?? 0),
            evicted: counters["evicted"]?.integer(UInt64.self) ?? 0,
            position: position
        )
    }

    /// The first of its calls in this order.
    private func call(at order: InvocationQuery.Order) throws(ProgramFailure) -> Invocation? {
        try server.ask(
            "/invocations",
            [("order", order.rawValue), ("limit", "1"), ("count", "false")],
            within: AskingHistory.patience
        ) { [history, server] json in history.processes.calls(json["items"]?.elements, at: server) }.first
    }
}
