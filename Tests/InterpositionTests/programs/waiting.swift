// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

// A program that is attached to: it makes a call for each line that it reads, and ends with its input. At the line
// "fork", it makes a child that waits.

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

// The overlay of the C library may hide it.
@_silgen_name("fork") func forked() -> CInt

let counter = delegate(true)
var number = 0
print("begun")
fflush(stdout)
while let text = readLine() {
    if text == "fork" {
        if forked() != 0 { continue }
        print(getpid())
        fflush(stdout)
        while true { pause() }
    }
    print(counter.line(text, number: number))
    fflush(stdout)
    number += 1
}
