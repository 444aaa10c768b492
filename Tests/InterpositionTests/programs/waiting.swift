// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

// A program that is attached to: it makes a call for each line that it reads, and ends with its input.

// The compiler shortens no path to one of two conforming types.
protocol LineDelegate: AnyObject {
    func line(_ text: String, number: Int) -> Int
}

final class Counter: LineDelegate {
    func line(_ text: String, number: Int) -> Int { text.utf8.count + number }
}

final class Ignorer: LineDelegate {
    func line(_ text: String, number: Int) -> Int { 0 }
}

@inline(never) @_optimize(none) func delegate(_ counts: Bool) -> any LineDelegate { counts ? Counter() : Ignorer() }

let counter = delegate(true)
var number = 0
print("begun")
fflush(stdout)
while let text = readLine() {
    print(counter.line(text, number: number))
    fflush(stdout)
    number += 1
}
