// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Publishes the state of one process: each second while something changes, and at least each 5 s.
final class StateReporter {
    enum State: String { case running, ended, lost, unreachable }

    private static let silenceMilliseconds: Int64 = 5_000
    private static let skewMilliseconds: Int64 = 30_000

    private let broker: Broker
    private let process: RelayedProcess
    private let relay: RelayIdentity
    private let url: String
    private let subject: String
    /// Position of the newest call that the process is known to have had.
    private(set) var newest: UInt64
    /// Sequence of the subject's last message; nil until it was read.
    private var sequence: UInt64?
    private var status: ProgramStatus?
    private var seenAt: Int64?
    private var callsPerSecond = 0.0
    private var lastFacts: [UInt8] = []
    private var lastAt: Int64?
    private var skew: ClockSkew?
    private var skewAt: Int64?

    init(_ broker: Broker, _ process: RelayedProcess, _ relay: RelayIdentity, url: String, newest: UInt64 = 0) {
        self.broker = broker
        self.process = process
        self.relay = relay
        self.url = url
        self.newest = newest
        subject = process.subject(in: .programs)
    }

    /// Notes what the program said about itself.
    func note(_ status: ProgramStatus) {
        if let before = self.status, status.readAt > before.readAt, status.calls >= before.calls {
            callsPerSecond = Double(status.calls - before.calls) * 1_000 / Double(status.readAt - before.readAt)
        }
        self.status = status
        note(newest: status.newest)
        seenAt = Clock.nowNanoseconds
    }

    /// Notes that the process had a call with this position.
    func note(newest position: UInt64) { newest = max(newest, position) }

    /// Takes over the subject from the relay that had it before.
    func begin() { sequence = nil }

    /// Publishes the state if it's due; without a broker, the next call does.
    ///
    /// - Throws: `.moved` if another relay publishes states of the process.
    func report(_ state: State, _ reason: String?, through place: ResumePlace) throws(Outbox.Interruption) {
        let facts = facts(state, reason, place)
        let now = Clock.milliseconds
        if facts == lastFacts, let lastAt, now - lastAt < Self.silenceMilliseconds { return }
        guard broker.isConnected else { return }
        do throws(BrokerError) {
            try publish(facts)
            lastFacts = facts
            lastAt = now
        } catch {
            // Whatever else it was, the next state is another attempt.
            if case .wrongLastSequence = error, let other = otherRelay() { throw .moved(other) }
            begin()
        }
    }

    /// The last state if another relay published it that has the process now; nil also if that is unknown.
    ///
    /// Who sends the calls has the process: if states decided as well, two relays could refuse each other.
    private func otherRelay() -> Broker.Message? {
        do throws(BrokerError) {
            let state = try broker.last(subject: subject, in: .programs)
            let calls = try broker.last(subject: process.subject(in: .calls), in: .calls)
            let owners = [calls, state].map { $0?.headers[BrokerHeader.relay] }
            return owners.contains(relay.id) ? nil : state
        } catch {
            return nil
        }
    }

    /// Publishes the last state of the process, waiting for the broker until the program is to end.
    func finish(_ state: State, _ reason: String?, through place: ResumePlace) {
        while !StopSignal.isRaised {
            lastAt = nil
            do throws(Outbox.Interruption) { try report(state, reason, through: place) } catch { return }
            if lastAt != nil || StopSignal.wait(milliseconds: 200) { return }
        }
    }

    private func publish(_ facts: [UInt8]) throws(BrokerError) {
        if sequence == nil { sequence = try broker.last(subject: subject, in: .programs)?.sequence ?? 0 }
        let body = JSONWriter.bytes { json in
            json.object { json in
                process.write(to: &json)
                json.key("at")
                json.instant(Clock.nowNanoseconds)
                json.key("seenAt")
                if let seenAt { json.instant(seenAt) } else { json.null() }
                json.member("skewNanoseconds", skew?.nanoseconds)
                json.member("skewErrorNanoseconds", skew?.errorNanoseconds)
                json.member("url", url)
                json.member("relay", relay.name)
            }
        }
        // Two objects as one.
        let state = body.dropLast() + [UInt8(ascii: ",")] + facts.dropFirst()
        let begin = Clock.nowNanoseconds
        let stored = try broker.store(
            subject: subject,
            headers: [(BrokerHeader.relay, relay.id)],
            body: Array(state),
            lastSequence: sequence
        )
        sequence = stored
        measureSkew(stored, from: begin, to: Clock.nowNanoseconds)
    }

    /// The members whose change is worth a message.
    private func facts(_ state: State, _ reason: String?, _ place: ResumePlace) -> [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                json.member("state", state.rawValue)
                json.member("reason", reason)
                // The status is older than the last calls.
                json.member("newest", max(newest, place.position))
                json.member("through", place.position)
                json.member("callsPerSecond", state == .running ? (callsPerSecond * 10).rounded() / 10 : 0)
                json.member("dropped", status?.dropped ?? 0)
            }
        }
    }

    private func measureSkew(_ sequence: UInt64, from begin: Int64, to end: Int64) {
        if let skewAt, Clock.milliseconds - skewAt < Self.skewMilliseconds { return }
        guard let message = try? broker.last(subject: subject, in: .programs), message.sequence == sequence else {
            return
        }
        skew = ClockSkew(storedAt: message.storedAtNanoseconds, begin: begin, end: end)
        skewAt = Clock.milliseconds
    }
}

/// The broker's clock minus this machine's.
struct ClockSkew: Sendable {
    let nanoseconds: Int64
    /// Half of the time in which the message was stored.
    let errorNanoseconds: Int64

    /// - Parameters:
    ///   - storedAt: By the broker's clock.
    ///   - begin: Time at which the message was sent, by this machine's clock.
    ///   - end: Time at which the acknowledgment arrived.
    init(storedAt: Int64, begin: Int64, end: Int64) {
        errorNanoseconds = (end - begin) / 2
        nanoseconds = storedAt - (begin + errorNanoseconds)
    }
}
