// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread

extension ThreadInfo {
    /// Creates a thread from the facts that the kernel reported.
    init(_ facts: cthread_facts) {
        let name = withUnsafeBytes(of: facts.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self.init(id: facts.id, name: name, isMain: facts.is_main)
        priority = Self.policies[facts.policy].map { Priority($0, nice: Int(facts.nice)) }
    }

    /// Scheduling policies by their number in `<linux/sched.h>`.
    private static let policies: [Int8: Priority.Policy] = [
        0: .other, 1: .fifo, 2: .roundRobin, 3: .batch, 5: .idle, 6: .deadline,
    ]
}
