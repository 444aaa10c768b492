// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The value of an `inout` argument before and after a call.
///
/// For handlers, and for observers notified before the call is forwarded, both values are the same. A handler cannot
/// change the argument.
public struct InoutArgument<Value> {
    /// The value that the caller passed.
    public internal(set) var before: Value
    /// The value that the caller receives.
    public let after: Value

    /// Creates an argument with its current value before and after the call.
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
    /// The site of the value before the call, in a tuple with the argument at `offset`.
    static func before(at offset: Int) -> ValueSite
    /// The site of the value after the call.
    static func after(at offset: Int) -> ValueSite
    /// Copies the value before the call from the argument at `source`.
    static func takeBefore(from source: UnsafeRawPointer, into destination: UnsafeMutableRawPointer)
}

extension InoutArgument: AnyInoutArgument {
    static func before(at offset: Int) -> ValueSite { ValueSite(Value.self, offset: offset) }

    static func after(at offset: Int) -> ValueSite {
        // A stored property always has an offset.
        ValueSite(Value.self, offset: offset + MemoryLayout<Self>.offset(of: \.after)!)
    }

    static func takeBefore(from source: UnsafeRawPointer, into destination: UnsafeMutableRawPointer) {
        destination.assumingMemoryBound(to: Self.self).pointee.before =
            source.assumingMemoryBound(to: Self.self).pointee.before
    }
}

extension MethodSelector {
    /// The arguments after a call, with the `inout` arguments' values from before it.
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
