// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Counts heap allocations of this thread, when `scripts/bench` has put the counting allocator in front of libc's.
struct Allocations {
    private typealias Count = @convention(c) () -> UInt64
    private let count: Count

    /// Nil when nothing counts, or when an allocation that is made on purpose is not seen.
    init?() {
        guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "callocation_count") else { return nil }
        count = unsafeBitCast(symbol, to: Count.self)
        guard during({ keep([UInt8](repeating: 1, count: 64)) }) > 0 else { return nil }
    }

    /// Allocations that `body` makes on this thread.
    func during(_ body: () -> Void) -> UInt64 {
        let before = count()
        body()
        return count() - before
    }
}
