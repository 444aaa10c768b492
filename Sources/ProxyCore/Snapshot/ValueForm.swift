// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The encoding of a parameter's values, determined once from its static type.
enum ValueForm: UInt8 {
    case bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double
    case string, optionalString, stringMap
    /// A reference to a class instance; only its address and dynamic type are recorded.
    case object, optionalObject
    case function, optionalFunction
    /// Any other value, written by a `ValueEncoder` for its type.
    case encoded

    /// Whether the values are closures, or optional ones.
    var isFunction: Bool { self == .function || self == .optionalFunction }

    init<Value>(_ type: Value.Type) {
        self = Self.plain[ObjectIdentifier(type)] ?? Self.reference(type) ?? .encoded
    }

    private static func reference<Value>(_ type: Value.Type) -> ValueForm? {
        if InspectableRegistration.isInspectable(type) || type is any DirectlyEncoded.Type && type is AnyObject.Type {
            return nil
        }
        if type is AnyObject.Type { return .object }
        if FunctionType.isFunction(type) { return .function }
        guard let optional = type as? any OptionalReference.Type else { return nil }
        return optional.wrapsObject ? .optionalObject : optional.wrapsFunction ? .optionalFunction : nil
    }

    private static let plain: [ObjectIdentifier: ValueForm] = [
        ObjectIdentifier(Bool.self): .bool,
        ObjectIdentifier(Int8.self): .int8,
        ObjectIdentifier(Int16.self): .int16,
        ObjectIdentifier(Int32.self): .int32,
        ObjectIdentifier(Int64.self): .int64,
        ObjectIdentifier(Int.self): .int64,
        ObjectIdentifier(UInt8.self): .uint8,
        ObjectIdentifier(UInt16.self): .uint16,
        ObjectIdentifier(UInt32.self): .uint32,
        ObjectIdentifier(UInt64.self): .uint64,
        ObjectIdentifier(UInt.self): .uint64,
        ObjectIdentifier(Float.self): .float,
        ObjectIdentifier(Double.self): .double,
        ObjectIdentifier(String.self): .string,
        ObjectIdentifier(String?.self): .optionalString,
        ObjectIdentifier([String: String].self): .stringMap,
        ObjectIdentifier(UndecodedClosure.self): .function,
    ]
}

/// Recognises function types. They conform to no protocol, and other types such as `Box<(Int) -> Int>` contain the
/// arrow in their names too.
enum FunctionType {
    /// The first word of their metadata (Swift ABI, "Type Metadata: Kinds").
    private static let kind: UInt = 0x302

    static func isFunction(_ type: Any.Type) -> Bool {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == kind
    }
}

/// Recognises an optional class or function type from its metatype.
private protocol OptionalReference {
    static var wrapsObject: Bool { get }
    static var wrapsFunction: Bool { get }
}

extension Optional: OptionalReference {
    fileprivate static var wrapsObject: Bool {
        Wrapped.self is AnyObject.Type && !InspectableRegistration.isInspectable(Wrapped.self)
            && !(Wrapped.self is any DirectlyEncoded.Type)
    }

    fileprivate static var wrapsFunction: Bool { FunctionType.isFunction(Wrapped.self) }
}
