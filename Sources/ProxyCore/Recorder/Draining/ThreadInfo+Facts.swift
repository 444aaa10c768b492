// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread

extension ThreadInfo {
    /// The thread that the kernel told these facts of.
    init(_ facts: cthread_facts) {
        let name = withUnsafeBytes(of: facts.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self.init(id: facts.id, name: name, isMain: facts.is_main)
    }
}
