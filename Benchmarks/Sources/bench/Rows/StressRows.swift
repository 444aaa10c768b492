// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore

/// Checks for lost or torn calls: eight threads with a million nested calls each, and a concurrent reader.
enum StressRows {
    private static let threads = 8

    static func rows(calls: Int = 1_000_000) -> [Row] {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        let total = UInt64(threads * calls)
        var follower = Follower(total: total)
        let start = Clock.nanoseconds
        for thread in 0..<threads {
            Thread.detachNewThread {
                let target = NestingTarget(recorder)
                let outer = PressDelegateProxy(recorder: recorder)
                outer.setForwardDelegate(target, retain: true)
                for number in 0..<calls / 2 { outer.key(thread << 32 | number, named: "\(thread):\(number)") }
            }
        }
        while follower.position < total { follower.read(recorder) }
        let seconds = Double(Clock.nanoseconds - start) / 1e9
        let status = recorder.status
        let missing = Double(total) - Double(status.recorded)
        return [
            .bound("stress: calls not recorded of \(total)", missing, atMost: 0, unit: ""),
            .bound("stress: torn records of \(follower.count) read", Double(follower.torn), atMost: 0, unit: ""),
            .bound("stress: gaps and repeats in position and seq", Double(follower.faults), atMost: 0, unit: ""),
            .bound(
                "stress: neither read nor counted as missed",
                Double(total) - Double(follower.count) - Double(follower.missed),
                atMost: 0,
                unit: ""
            ),
            .comparison("stress: time of all calls, drained", seconds, unit: "s"),
        ]
    }
}

/// Repeats each call on another proxy, so that calls nest.
private final class NestingTarget: PressDelegate {
    private let inner: PressDelegateProxy

    init(_ recorder: Recorder) {
        inner = PressDelegateProxy(recorder: recorder)
        inner.setForwardDelegate(PressTarget(), retain: true)
    }

    func key(_ code: Int, named name: String) { inner.key(code, named: name) }
    func paste(_ text: String, from keyboard: Keyboard) {}
}

/// Reads recorded calls in the order of completion.
private struct Follower {
    private(set) var position: UInt64 = 0
    private(set) var count = 0
    private(set) var missed: UInt64 = 0
    private(set) var torn = 0
    private(set) var faults = 0
    private var seen: [Bool]

    init(total: UInt64) { seen = Array(repeating: false, count: Int(total) + 1) }

    mutating func read(_ recorder: Recorder) {
        let batch = recorder.completed(after: position, limit: 4_000)
        missed += batch.missed
        var expected = position + batch.missed
        for call in batch.items {
            expected += 1
            if call.position != expected { faults += 1 }
            if call.seq >= seen.count || seen[Int(call.seq)] { faults += 1 } else { seen[Int(call.seq)] = true }
            if !isWhole(call) { torn += 1 }
        }
        count += batch.items.count
        position = max(position, batch.lastPosition)
    }

    /// Whether a call's number, name, depth and parent are consistent.
    private func isWhole(_ call: Invocation) -> Bool {
        guard case .signed(let number) = call.arguments[0].value.content,
            case .text(let name) = call.arguments[1].value.content
        else { return false }
        let isNested = call.parent.map { $0.seq < call.seq } ?? false
        return name == "\(number >> 32):\(number & 0xFFFF_FFFF)" && isNested == (call.depth == 1)
    }
}
