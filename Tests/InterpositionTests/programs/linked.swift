// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore

// Has the inspector in it, and records by INSPECT.

protocol BellDelegate: AnyObject {
    func bell(_ number: Int, didRing tone: String) -> Int
}

final class Listener: BellDelegate {
    func bell(_ number: Int, didRing tone: String) -> Int { number + tone.count }
}

/// Hides what a value is from the optimiser, which otherwise calls a witness directly.
@inline(never) @_optimize(none) func hidden<Value>(_ value: Value) -> Value { value }

print(hidden(Listener() as any BellDelegate).bell(3, didRing: "high"))
Recorder.shared.flush()
for entry in Interposer.installed.flatMap(\.entries) { print(entry.refusal ?? "recorded") }
for call in Recorder.shared.invocations().items {
    print(call.selector.name, call.arguments.map { "\($0.value.content)" })
}
