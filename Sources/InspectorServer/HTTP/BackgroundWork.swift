// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
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

    /// - Parameter isWanted: Asked when a thread is free, on any thread, so it must not wait. Bounded work for which it is
    ///   false is done after all other.
    func run(while isWanted: @escaping @Sendable () -> Bool = { true }, _ body: @escaping @Sendable () -> Void) {
        switch self {
        case .bounded: Self.shared.run(Lanes.Work(isWanted: isWanted, body: body))
        case .waiting: DispatchQueue(label: "inspector-server.wait").async { OwnWork.perform(body) }
        }
    }

    private static let shared = Lanes(count: boundedThreadCount)

    /// Queues that take the oldest waiting work that is wanted, one piece at a time.
    private final class Lanes: Sendable {
        struct Work: Sendable {
            let isWanted: @Sendable () -> Bool
            let body: @Sendable () -> Void
        }

        private struct State: Sendable {
            var idle: [DispatchQueue]
            var waiting: [Work] = []
        }

        private let state: Mutex<State>

        init(count: Int) {
            state = Mutex(State(idle: (0..<count).map { DispatchQueue(label: "inspector-server.work.\($0)") }))
        }

        func run(_ work: Work) {
            let lane = state.withLock { state in
                let lane = state.idle.popLast()
                if lane == nil { state.waiting.append(work) }
                return lane
            }
            if let lane { start(work, on: lane) }
        }

        private func start(_ work: Work, on lane: DispatchQueue) {
            lane.async {
                OwnWork.perform(work.body)
                if let next = self.next(for: lane) { self.start(next, on: lane) }
            }
        }

        private func next(for lane: DispatchQueue) -> Work? {
            state.withLock { state in
                guard state.waiting.isEmpty else {
                    return state.waiting.remove(at: state.waiting.firstIndex { $0.isWanted() } ?? 0)
                }
                state.idle.append(lane)
                return nil
            }
        }
    }
}
