// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

// A program that is nearly always inside the allocator, until its input ends.

protocol HeapDelegate: AnyObject {
    func heap(_ number: Int) -> Int
}

final class Quiet: HeapDelegate {
    func heap(_ number: Int) -> Int { number }
}

final class Loud: HeapDelegate {
    func heap(_ number: Int) -> Int { 2 * number }
}

/// Hides what a value is from the optimiser, which otherwise calls a witness directly.
@inline(never) @_optimize(none) func hidden<Value>(_ value: Value) -> Value { value }

let delegates = hidden([Quiet(), Loud()] as [any HeapDelegate])
var blocks: [UnsafeMutableRawPointer?] = Array(repeating: nil, count: 512)
var random: UInt64 = 88_172_645_463_325_252
var (sum, round) = (0, 0)
print("begun")
fflush(stdout)
var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
while poll(&input, 1, 0) == 0 {
    for _ in 0..<10_000 {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        let number = Int(random % 512)
        free(blocks[number])
        blocks[number] = malloc(Int(random >> 40) % 60_000)
    }
    round += 1
    sum &+= delegates[round & 1].heap(round)
}
