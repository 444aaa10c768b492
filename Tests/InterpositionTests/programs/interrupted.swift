// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A program whose handlers of signals make calls, and that counts what is allocated meanwhile.

typealias Ten = (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int)

struct Large {
    var words: (Ten, Ten, Ten, Ten, Ten, Ten, Ten, Ten)

    init(_ number: Int) {
        let ten: Ten = (number, 1, 2, 3, 4, 5, 6, 7, 8, 9)
        words = (ten, ten, ten, ten, ten, ten, ten, ten)
    }
}

// The compiler shortens no path to one of two conforming types.
protocol Sink: AnyObject {
    func plain(_ number: Int) -> Int
    func large(_ first: Large, _ second: Large) -> Int
    /// Calls itself, and then a function.
    func nest(_ depth: Int, _ body: () -> Int) -> Int
}

final class Drain: Sink {
    func plain(_ number: Int) -> Int { number }
    func large(_ first: Large, _ second: Large) -> Int { first.words.0.0 &+ second.words.7.0 }
    func nest(_ depth: Int, _ body: () -> Int) -> Int { depth == 0 ? body() : sink(true).nest(depth - 1, body) }
}

final class Plug: Sink {
    func plain(_ number: Int) -> Int { 0 }
    func large(_ first: Large, _ second: Large) -> Int { 0 }
    func nest(_ depth: Int, _ body: () -> Int) -> Int { 0 }
}

nonisolated(unsafe) let drain: any Sink = Drain()
nonisolated(unsafe) let plug: any Sink = Plug()
let (one, two) = (Large(1), Large(2))

@inline(never) @_optimize(none) func sink(_ drains: Bool) -> any Sink { drains ? drain : plug }

// What a handler needs exists before.
print(sink(true).plain(1), sink(true).large(one, two), sink(true).nest(0) { 0 })

// As many calls as the inspector has memory for at first; the handler's is one more.
print(
    sink(true).nest(7) { Int(counting_in_handler { _ = sink(true).plain(2) }) },
    counting_in_handler { _ = sink(true).large(one, two) }
)
print(sink(true).plain(3), sink(true).large(one, two))
