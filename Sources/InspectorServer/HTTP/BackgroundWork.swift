// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Where work runs that would occupy the server's thread for too long.
///
/// Serial queues get a thread even if all threads of the concurrent queues are blocked. A program whose tasks block is
/// one worth inspecting, so it must not stop its inspector.
enum BackgroundWork: Sendable {
    /// Work that ends by itself. It shares a few threads, so that many requests take no more of the program's cores
    /// than a few.
    case bounded
    /// Work that waits for a client or for a call: a thread of its own. Whoever starts it limits how many there are.
    case waiting

    /// Number of threads of all bounded work in the process.
    static let boundedThreadCount = 4

    func run(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .bounded: Self.shared.run(body)
        case .waiting: DispatchQueue(label: "inspector-server.wait").async(execute: body)
        }
    }

    private static let shared = Lanes(count: boundedThreadCount)

    /// Queues that take the oldest waiting work, one piece at a time.
    private final class Lanes: Sendable {
        private struct State: Sendable {
            var idle: [DispatchQueue]
            var waiting: [@Sendable () -> Void] = []
        }

        private let state: Mutex<State>

        init(count: Int) {
            state = Mutex(State(idle: (0..<count).map { DispatchQueue(label: "inspector-server.work.\($0)") }))
        }

        func run(_ body: @escaping @Sendable () -> Void) {
            let lane = state.withLock { state in
                let lane = state.idle.popLast()
                if lane == nil { state.waiting.append(body) }
                return lane
            }
            if let lane { start(body, on: lane) }
        }

        private func start(_ body: @escaping @Sendable () -> Void, on lane: DispatchQueue) {
            lane.async {
                body()
                if let next = self.next(for: lane) { self.start(next, on: lane) }
            }
        }

        private func next(for lane: DispatchQueue) -> (@Sendable () -> Void)? {
            state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.idle.append(lane)
                return nil
            }
        }
    }
}
