// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Puts the parts of a value, as far as the budget goes. Valid inside the closure that it is given to.
package struct PartWriter {
    private let writer: UnsafeMutablePointer<ValueWriter>
    private(set) var total = 0
    private(set) var kept = 0
    private(set) var cut: TruncationReason?

    init(_ writer: UnsafeMutablePointer<ValueWriter>) { self.writer = writer }

    /// What the recorder leaves out of values.
    package var hidesCredentials: Bool { writer.pointee.hidesCredentials }

    /// Puts a part, whose type is written with it.
    package mutating func put<Value>(_ label: String?, _ value: Value) {
        guard admits() else { return }
        writer.pointee.writeAny(value, label: label, staticType: nil)
        kept += 1
    }

    /// Puts a part if there is one.
    package mutating func put<Value>(_ label: String?, ifPresent value: Value?) {
        if let value { put(label, value) }
    }

    /// Puts a part of a value of the program's, unless the time is over.
    mutating func putInTime(_ label: String?, _ value: Any) {
        if cut == nil, writer.pointee.isOutOfTime() { cut = .time }
        put(label, value)
    }

    private mutating func admits() -> Bool {
        total += 1
        if cut == nil {
            let budget = writer.pointee.budget
            cut =
                writer.pointee.depth > budget.depth
                ? .depth : total > max(budget.childCount, 16) ? .count : writer.pointee.room <= 256 ? .record : nil
        }
        return cut == nil
    }
}
