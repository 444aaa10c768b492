// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

/// Runs `body` and expects that no object created by it outlives it. Other tests may run concurrently.
func expectNoLeak(_ name: String = "", _ body: () throws -> Void) rethrows {
    #if DEBUG
    let scope = ResourceScope()
    try scope.count(body)
    #expect(scope.total == 0, "\(name) leaves \(scope.total) objects behind.")
    #else
    try body()
    #endif
}
