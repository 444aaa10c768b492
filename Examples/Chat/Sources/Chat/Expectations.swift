// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Compares the recording with the expected calls.
struct Expectations {
    let recorder: Recorder
    private(set) var failures: [String] = []

    init(_ recorder: Recorder) { self.recorder = recorder }

    mutating func expect(_ filter: String, calls expected: Int) throws {
        let found = recorder.invocations(InvocationQuery(try InvocationFilter(filter)))
        guard found.items.count != expected else { return }
        failures.append("\(filter): \(found.items.count) calls instead of \(expected)")
    }

    mutating func expect(_ isTrue: Bool, _ text: String) {
        if !isTrue { failures.append(text) }
    }
}
