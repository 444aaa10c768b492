// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A program that ends in the handler of a signal; what its thread allocates from there on changes the exit code.

import Glibc

protocol Lid: AnyObject {
    func close(_ number: Int) -> Int
}

final class Pot: Lid {
    func close(_ number: Int) -> Int { number + 1 }
}

// The compiler shortens no path to one of two conforming types.
final class Jar: Lid {
    func close(_ number: Int) -> Int { number }
}

@inline(never) @_optimize(none) func lid(_ isPot: Bool) -> any Lid { isPot ? Pot() : Jar() }

setvbuf(stdout, nil, _IOLBF, 0)
print(lid(true).close(1), lid(false).close(1))
_ = counting_in_handler { exit(7) }
