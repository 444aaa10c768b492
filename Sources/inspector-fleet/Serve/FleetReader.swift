// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FileStore
import Foundation
import ProxyCore
import Synchronization

/// Brings the calls from the broker into the recording, one message after the other.
///
/// The recording knows which message it had last, in the same transaction as the calls. So nothing of the broker's state
/// can be lost or come twice: the reader asks for the first message after that one.
final class FleetReader: Sendable {
    /// Messages per transaction, and the bytes of their lines.
    private static let messageLimit = 64
    private static let bytesLimit = 16 << 20
    /// Time between two looks when there was nothing. A subscription would wake the reader sooner, and bring each message a
    /// second time.
    private static let interval = DispatchTimeInterval.milliseconds(50)

    private let broker: Broker
    private let recording: FleetRecording
    private let service: String?
    private let pattern: String
    private let wake = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)
    private let isStopped = Atomic<Bool>(false)
    private let end = Mutex<FileStoreError?>(nil)

    /// - Parameter service: The service whose processes are read; nil for all.
    init(_ broker: Broker, _ recording: FleetRecording, ofService service: String?) {
        self.broker = broker
        self.recording = recording
        self.service = service
        pattern = service.map { "\(BrokerStream.calls.root).\(SubjectToken.of($0)).>" } ?? BrokerStream.calls.everything
    }

    /// Why it has ended: nothing can be written any more. Nil if nothing but the program's end can end it.
    ///
    /// With `.inUse`, it has asked the program to end. With `.replaced`, it has told of it, and the server goes on.
    var failure: FileStoreError? { end.withLock { $0 } }

    func start() { Thread { [self] in run() }.start() }

    /// Returns when everything read is in the recording.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        wake.signal()
        done.wait()
    }

    // MARK: The thread

    private func run() {
        defer { done.signal() }
        var reports = ProgramReports(broker, recording.history, ofService: service)
        var nextReports = Int64.min
        var look = Look()
        var failure: String?
        while !isStopped.load(ordering: .acquiring) {
            do {
                if Clock.milliseconds >= look.next { _ = try followStream(&look) }
                let (count, isAtEnd) = try readMessages(&look)
                if Clock.milliseconds >= nextReports {
                    // The rest of very many reports comes after some more calls.
                    if try reports.update() { nextReports = Clock.milliseconds + 1_000 }
                    try tell(isAtEnd: isAtEnd)
                }
                failure = Self.note(nil, before: failure)
                if count == 0 { _ = wake.wait(timeout: .now() + Self.interval) }
            } catch let error as FileStoreError where error.code == .inUse {
                end.withLock { $0 = error }
                return StopSignal.request()
            } catch let error as FileStoreError where error.code == .replaced {
                // The server answers every question with the same; what comes from now on stays in the broker.
                show("\(error)")
                FleetLog.note("serve: \(error)")
                return end.withLock { $0 = error }
            } catch {
                // Meanwhile, the stream may be made anew.
                look.next = .min
                failure = Self.note("\(error)", before: failure)
                show("\(error)")
                _ = wake.wait(timeout: .now() + 1)
            }
        }
    }

    /// Shows what went wrong.
    private func show(_ failure: String) {
        recording.history.setFeedStatus(
            FleetFeedStatus(
                isConnected: broker.isConnected,
                sequence: recording.sequence,
                behind: 0,
                failure: failure
            )
        )
    }

    /// Logs a failure when it begins and when it ends.
    private static func note(_ failure: String?, before old: String?) -> String? {
        if let failure, failure != old { FleetLog.note("serve: \(failure); trying again.") }
        if failure == nil, old != nil { FleetLog.note("serve: going on.") }
        return failure
    }

    /// What is known of the broker's stream, and when it is looked at again.
    private struct Look {
        static let interval: Int64 = 1_000

        var watch = StreamWatch()
        /// At first at once: the stream may have been made anew while this program wasn't running.
        var next = Int64.min
    }

    /// Looks at the broker's stream, and begins with its first message if it was made anew.
    private func followStream(_ look: inout Look) throws -> Broker.StreamExtent {
        let extent = try broker.extent(of: .calls)
        look.next = Clock.milliseconds + Look.interval
        let created = recording.streamCreatedAtNanoseconds
        if look.watch.isAnew(extent, after: recording.sequence, ofStreamCreatedAt: created) {
            FleetLog.note("serve: the broker has other messages than were read; reading from its first one.")
            try recording.startOver(withStreamCreatedAt: extent.createdAtNanoseconds)
        }
        return extent
    }

    /// Shows the state of the broker.
    ///
    /// - Parameter isAtEnd: Whether all messages that were there a moment ago have been read.
    private func tell(isAtEnd: Bool) throws {
        let sequence = recording.sequence
        let last = isAtEnd ? sequence : try broker.extent(of: .calls).last
        recording.history.setFeedStatus(
            FleetFeedStatus(isConnected: broker.isConnected, sequence: sequence, behind: last - min(last, sequence))
        )
    }

    /// Reads some messages and writes them in one transaction; none while it is in doubt which stream has them.
    ///
    /// A new stream may have messages with the numbers that come next, too. In the recording, they would be calls after a
    /// gap, and those before them would be known when they are read at last.
    ///
    /// - Returns: The number of messages that were written, and whether there were no more.
    private func readMessages(_ look: inout Look) throws -> (count: Int, isAtEnd: Bool) {
        guard !look.watch.isInDoubt else { return (0, false) }
        var batches: [FleetBatch] = []
        var faults: [String] = []
        var sequence = recording.sequence
        var count = 0
        var bytes = 0
        var isAtEnd = false
        while count < Self.messageLimit, bytes < Self.bytesLimit {
            guard let message = try broker.next(from: sequence + 1, matching: pattern, in: .calls) else {
                isAtEnd = true
                break
            }
            sequence = message.sequence
            count += 1
            do {
                let batch = try CallMessage.batch(message)
                // The names of several services can be the same in subjects.
                guard service == nil || batch.process.facts.service == service else { continue }
                bytes += batch.lines.count
                batches.append(batch)
            } catch {
                faults.append("serve: message \(sequence) (\(message.subject)) is left out: \(error).")
            }
        }
        guard count > 0 else { return (0, isAtEnd) }
        // Asked after the messages, so that all of them are of the stream that it tells of.
        let created = try followStream(&look).createdAtNanoseconds
        guard !look.watch.isInDoubt else { return (0, false) }
        // The next message of the process tells how many calls are missing.
        faults.forEach(FleetLog.note)
        let summary = try recording.write(batches, through: sequence, ofStreamCreatedAt: created)
        if summary.badLines + summary.refused > 0 {
            let left = [(summary.badLines, "lines"), (summary.refused, "messages")].filter { $0.0 > 0 }
            let counts = left.map { "\($0.0) \($0.1)" }.joined(separator: " and ")
            FleetLog.note("serve: \(counts) are left out, the last because \(summary.reason ?? "").")
        }
        return (count, isAtEnd)
    }
}
