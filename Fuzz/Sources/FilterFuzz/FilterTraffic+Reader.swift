// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterTraffic {
    /// What the tests of the package have in its place is written by code that other packages cannot reach.
    static func reader(line: Int) -> Any { Place(x: line, note: "line") }
}
