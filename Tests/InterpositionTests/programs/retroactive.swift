// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import greeting

// Types of other modules conform to a protocol of `greeting`. One of them is generic.

struct Own: Greeter { func greet(_ number: Int) -> Int { number } }

extension Array: @retroactive Greeter where Element: Greeter {
    /// A number that is not that of the other types.
    public func greet(_ number: Int) -> Int { number + count }
}
extension Data: @retroactive Greeter {
    /// A number that is not that of the other types.
    public func greet(_ number: Int) -> Int { number + count }
}
extension Guest: @retroactive Greeter {
    /// A number that is not that of the other types.
    public func greet(_ number: Int) -> Int { number + 1 }
}
extension Int: @retroactive Greeter {
    /// A number that is not that of the other types.
    public func greet(_ number: Int) -> Int { number + self }
}
extension Thread: @retroactive Greeter {
    /// A number that is not that of the other types.
    public func greet(_ number: Int) -> Int { number + 2 }
}

let all: [any Greeter] = [Own(), Data([1, 2, 3]), Guest(), 7, Thread(), [Own()]]
print(all.map(greet))
