// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The value of an `inout` argument before and after a call.
///
/// Observers that are told before the call was passed on, and handlers, find the same value in both. A handler cannot
/// change the argument.
public struct InoutArgument<Value> {
    /// The value that the caller passed.
    public internal(set) var before: Value
    /// The value that the caller gets back.
    public let after: Value

    /// The value of the argument now.
    public init(_ value: Value) {
        before = value
        after = value
    }
}

extension InoutArgument: Sendable where Value: Sendable {}

extension InoutArgument: Equatable where Value: Equatable {}

extension InoutArgument: Hashable where Value: Hashable {}

/// An `inout` argument of any type.
protocol AnyInoutArgument {
    /// Where the value before the call lies in a tuple that has the argument at `offset`.
    static func before(at offset: Int) -> ValueSite
    /// Where the value after the call lies.
    static func after(at offset: Int) -> ValueSite
    /// Takes the value before the call over from the argument at `source`.
    static func takeBefore(from source: UnsafeRawPointer, into destination: UnsafeMutableRawPointer)
}

extension InoutArgument: AnyInoutArgument {
    static func before(at offset: Int) -> ValueSite { ValueSite(Value.self, offset: offset) }

    static func after(at offset: Int) -> ValueSite {
        // It is stored, so it has an offset.
        ValueSite(Value.self, offset: offset + MemoryLayout<Self>.offset(of: \.after)!)
    }

    static func takeBefore(from source: UnsafeRawPointer, into destination: UnsafeMutableRawPointer) {
        destination.assumingMemoryBound(to: Self.self).pointee.before =
            source.assumingMemoryBound(to: Self.self).pointee.before
    }
}

extension MethodSelector {
    /// The arguments as they are after a call, with the values of the `inout` ones from before it.
    @usableFromInline
    func completed(_ after: Arguments, by before: Arguments) -> Arguments {
        var completed = after
        withUnsafePointer(to: before) { source in
            withUnsafeMutablePointer(to: &completed) { destination in
                for changed in site.pointee.inouts {
                    changed.type.takeBefore(
                        from: UnsafeRawPointer(source) + changed.offset,
                        into: UnsafeMutableRawPointer(destination) + changed.offset
                    )
                }
            }
        }
        return completed
    }
}
