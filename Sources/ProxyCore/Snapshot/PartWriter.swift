// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Writes the parts of a value within the budget. Valid only inside the closure that receives it.
package struct PartWriter {
    private let writer: UnsafeMutablePointer<ValueWriter>
    private(set) var total = 0
    private(set) var kept = 0
    private(set) var cut: TruncationReason?
    /// Those of `kept` that are not the value's own.
    private(set) var factCount = 0

    init(_ writer: UnsafeMutablePointer<ValueWriter>) { self.writer = writer }

    /// Whether the recorder hides credentials in header fields and URLs.
    package var hidesCredentials: Bool { writer.pointee.hidesCredentials }

    /// Writes a part with its type.
    package mutating func put<Value>(_ label: String?, _ value: Value) {
        guard admits() else { return }
        writer.pointee.writeAny(value, label: label, staticType: nil)
        kept += 1
    }

    /// Writes a part unless it is nil.
    package mutating func put<Value>(_ label: String?, ifPresent value: Value?) {
        if let value { put(label, value) }
    }

    /// Writes what every error has, also behind so many parts of its own that some are left out.
    mutating func putFact<Value>(_ label: String, _ value: Value) {
        let before = cut
        if cut == .count { cut = nil }
        defer { cut = before ?? cut }
        guard admits(isCounted: false) else { return }
        writer.pointee.writeAny(value, label: label, staticType: nil)
        kept += 1
        factCount += 1
    }

    /// Writes a part of a user-defined value, unless the time is over.
    mutating func putInTime(_ label: String?, _ value: Any) {
        lookAtTime()
        put(label, value)
    }

    /// Writes a child of a dictionary's mirror, unless the time is over. A rule may hide the value by its key.
    mutating func putEntry(_ child: Mirror.Child) {
        lookAtTime()
        guard admits() else { return }
        writer.pointee.writeEntry(child)
        kept += 1
    }

    /// Writes what a case carries, unless the time is over.
    mutating func putPayload(_ payload: Any, of name: String) {
        lookAtTime()
        guard admits() else { return }
        writer.pointee.writePayload(payload, of: name)
        kept += 1
    }

    private mutating func lookAtTime() {
        if cut == nil, writer.pointee.isOutOfTime() { cut = .time }
    }

    /// Counts parts that are left out unseen.
    mutating func leaveOut(_ count: Int) { total += count }

    private mutating func admits(isCounted: Bool = true) -> Bool {
        total += 1
        if cut == nil {
            let budget = writer.pointee.budget
            let isOver = isCounted && total > max(budget.childCount, 16)
            cut =
                writer.pointee.depth > budget.depth
                ? .depth : isOver ? .count : writer.pointee.room <= 256 ? .record : nil
        }
        return cut == nil
    }
}
