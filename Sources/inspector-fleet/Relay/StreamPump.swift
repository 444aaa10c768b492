// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore

/// Brings the events of one process from its streams to the outbox.
final class StreamPump {
    enum End {
        /// The program said goodbye.
        case ended(reason: String?)
        /// Another process answers at the address.
        case replaced
        /// To be connected again.
        case broken
        /// The stream went faster than this relay: what is missing is read from the program's store.
        case behind
        /// Given up because the broker takes nothing: meanwhile, the program keeps the calls.
        case cut
    }

    /// Longest time from a line's arrival until it is sent.
    private static let delayMilliseconds: Int64 = 100
    /// A stream sends something each 15 s.
    private static let silenceMilliseconds: Int64 = 45_000
    private static let bufferBytes = 256 << 10

    private let epoch: String
    private let outbox: Outbox
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: StreamPump.bufferBytes, alignment: 16)
    private var scanner = EventScanner()
    private var batch = Batch(after: .start)
    private var firstLineAt: Int64?
    private var isCut = false
    private var end: End?

    init(epoch: String, outbox: Outbox) {
        self.epoch = epoch
        self.outbox = outbox
    }

    deinit { buffer.deallocate() }

    /// The place up to which everything was read.
    var place: ResumePlace { batch.through }

    /// The place up to which everything was sent.
    var sentPlace: ResumePlace { batch.after }

    /// Discards the batch in hand, and goes on after a place.
    func begin(after place: ResumePlace) {
        batch = Batch(after: place)
        firstLineAt = nil
    }

    /// Sends a gap in place of the calls up to a position that never arrived; the process has ended.
    func sendLoss(through position: UInt64) throws(Outbox.Interruption) {
        batch.takeLoss(through: position)
        try flush()
    }

    /// Sends what one connection brings, until it ends.
    ///
    /// - Parameter tick: Called at least each second.
    func run(
        _ connection: ProgramConnection,
        tick: () throws(Outbox.Interruption) -> Void
    ) throws(Outbox.Interruption) -> End {
        scanner.connectionEnded()
        (isCut, end) = (false, nil)
        outbox.waits = { [unowned self] in
            isCut = true
            connection.cut()
        }
        defer { outbox.waits = {} }
        var heardAt = Clock.milliseconds
        while true {
            if StopSignal.isRaised {
                try flush()
                throw .stopped
            }
            let wait = firstLineAt.map { $0 + Self.delayMilliseconds - Clock.milliseconds } ?? 1_000
            var hasEnded = false
            switch connection.receive(into: buffer, until: .now + .milliseconds(wait)) {
            case .bytes(let count):
                try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                heardAt = Clock.milliseconds
            case .nothing: break
            case .ended: hasEnded = true
            }
            let now = Clock.milliseconds
            if isCut { return .cut }
            if end != nil || hasEnded || now - heardAt > Self.silenceMilliseconds {
                try flush()
                return end ?? .broken
            }
            if let firstLineAt, now - firstLineAt >= Self.delayMilliseconds { try flush() }
            try tick()
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) throws(Outbox.Interruption) {
        try scanner.feed(bytes) { event throws(Outbox.Interruption) in try take(event) }
        if firstLineAt == nil, !batch.isEmpty { firstLineAt = Clock.milliseconds }
    }

    private func take(_ event: EventScanner.Event) throws(Outbox.Interruption) {
        guard end == nil else { return }
        switch event.name {
        case .hello:
            if let other = Self.text("epoch", in: event), other != epoch { end = .replaced }
        case .bye: end = .ended(reason: Self.text("reason", in: event))
        case .gap where Self.text("reason", in: event) == "slow": end = .behind
        case .invocation, .update, .lifecycle, .gap, .reset, .other:
            batch.take(event)
            if batch.bytes.count >= outbox.contentBytes { try flush() }
        }
    }

    /// Sends what was read, if anything is in hand.
    func flush() throws(Outbox.Interruption) {
        if !batch.isEmpty { try outbox.send(batch) }
        batch.removeAll()
        firstLineAt = nil
    }

    private static func text(_ key: StaticString, in event: EventScanner.Event) -> String? {
        JSONReader.read(String(decoding: event.data, as: UTF8.self)) { $0[key]?.string }
    }
}
