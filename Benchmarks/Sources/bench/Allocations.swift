// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Counts heap allocations of this thread if `scripts/bench` has interposed the counting allocator.
struct Allocations {
    private typealias Count = @convention(c) () -> UInt64
    private let count: Count

    /// Nil if allocations are not counted, or if a test allocation is not detected.
    init?() {
        guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "callocation_count") else { return nil }
        count = unsafeBitCast(symbol, to: Count.self)
        guard during({ keep([UInt8](repeating: 1, count: 64)) }) > 0 else { return nil }
    }

    /// Number of allocations by `body` on this thread.
    func during(_ body: () -> Void) -> UInt64 {
        let before = count()
        body()
        return count() - before
    }
}
