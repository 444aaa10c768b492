// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a recording lacks when a program has recorded to its end.
package struct LostCalls: Hashable {
    /// Calls that were recorded, but not stored by the sink.
    package let unwritten: UInt64
    /// Calls that the recorder had no room for.
    package let dropped: UInt64

    /// - Parameters:
    ///   - sink: The sink's final status.
    ///   - recorder: The recorder's status after that.
    package init(_ sink: SinkStatus, _ recorder: RecorderStatus) {
        unwritten = sink.missed.saturatingAdding(sink.waiting)
        dropped = recorder.dropped
    }

    /// A sentence for each kind of loss.
    ///
    /// - Parameter location: Where the calls are not.
    package func messages(_ location: String) -> [String] {
        var messages: [String] = []
        if unwritten > 0 { messages.append("\(unwritten) invocations are not in \(location).") }
        if dropped > 0 {
            let (was, object, subject) = dropped == 1 ? ("was", "it", "it is") : ("were", "them", "they are")
            let calls = Plural.text(dropped, "call")
            messages.append(
                "\(calls) \(was) dropped, because the recorder had no room for \(object): \(subject) not in \(location)."
            )
        }
        return messages
    }
}
