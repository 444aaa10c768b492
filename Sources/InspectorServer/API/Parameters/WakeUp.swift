// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
import Synchronization

/// Lets one thread wait until a recorder makes progress.
final class WakeUp: Sendable {
    private final class Bell: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let isRung = Atomic<Bool>(false)

        func ring() {
            // Rings before the next wait are combined into one.
            if !isRung.exchange(true, ordering: .acquiringAndReleasing) { semaphore.signal() }
        }

        func wait(for time: Duration) -> Bool {
            let nanoseconds =
                Int(time.components.seconds) * 1_000_000_000 + Int(time.components.attoseconds / 1_000_000_000)
            guard semaphore.wait(timeout: .now() + .nanoseconds(max(nanoseconds, 0))) == .success else { return false }
            isRung.store(false, ordering: .releasing)
            return true
        }
    }

    private let bell = Bell()
    private let token: Recorder.ProgressToken

    init(_ recorder: Recorder) {
        token = recorder.onProgress { [bell] in bell.ring() }
        // Covers progress made before the observer was installed.
        bell.ring()
    }

    deinit { token.cancel() }

    /// False if the deadline passed, also if progress was made since.
    func wait(until deadline: ContinuousClock.Instant) -> Bool {
        let left = deadline - .now
        return left > .zero && bell.wait(for: left)
    }
}
