// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Runs `body` on bytes that end right before an unmapped page, so that reading one byte too many crashes.
func withGuardedBytes<Result>(
    _ bytes: [UInt8],
    _ body: (UnsafePointer<UInt8>, Int) throws -> Result
) rethrows -> Result {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let size = (bytes.count / page + 1) * page
    let memory = mmap(nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    defer { munmap(memory, size + page) }
    mprotect(memory + size, page, PROT_NONE)
    let start = memory + size - bytes.count
    bytes.withUnsafeBytes { if $0.count > 0 { memcpy(start, $0.baseAddress!, $0.count) } }
    return try body(start.assumingMemoryBound(to: UInt8.self), bytes.count)
}

/// A small generator of reproducible noise.
struct Noise: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
