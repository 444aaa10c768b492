// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Synchronization

/// Returns its arguments.
protocol EchoDelegate: AnyObject {
    func echo<Value>(_ value: Value) -> Value
}

final class EchoTarget: EchoDelegate {
    var onCall: () -> Void = {}

    func echo<Value>(_ value: Value) -> Value {
        onCall()
        return value
    }
}

/// A generic requirement has one selector per type with which it is called.
final class EchoProxy: DelegateProxy<EchoTarget, any EchoDelegate>, DelegateProxyType, EchoDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    private static let sites = Mutex<[ObjectIdentifier: any Sendable]>([:])

    static func selector<Value>(_ type: Value.Type) -> MethodSelector<EchoProxy, Value, Value> {
        sites.withLock { sites in
            if let known = sites[ObjectIdentifier(type)] as? MethodSelector<EchoProxy, Value, Value> { return known }
            let new = MethodSelector<EchoProxy, Value, Value>("echo(_:)", of: "EchoDelegate", parameters: ["value"])
            sites[ObjectIdentifier(type)] = new
            return new
        }
    }

    init(recorder: Recorder) {
        super.init(parentObject: EchoTarget(), delegateProxy: EchoProxy.self, recorder: recorder)
    }

    static func registerKnownImplementations() {}
    static func currentDelegate(for object: EchoTarget) -> (any EchoDelegate)? { nil }
    static func setCurrentDelegate(_ delegate: (any EchoDelegate)?, to object: EchoTarget) {}

    func echo<Value>(_ value: Value) -> Value {
        forward(Self.selector(Value.self), value, default: value) { $0.echo(value) }
    }

    func signal<Value>(before selector: MethodSelector<EchoProxy, Value, Value>) -> Observable<Value> {
        sentMessage(selector)
    }

    func signal<Value>(after selector: MethodSelector<EchoProxy, Value, Value>) -> Observable<(Value, Value)> {
        returned(selector)
    }
}

/// 64 bytes, too many for registers.
struct Large: Equatable {
    var numbers = (1, 2, 3, 4, 5, 6, 7, 8)

    static func == (left: Large, right: Large) -> Bool {
        withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
    }
}

final class LargeBox: Sendable {}

/// One requirement with 16 parameters of different kinds.
protocol WideDelegate: AnyObject {
    func wide(
        _ object: LargeBox,
        _ type: AnyClass,
        _ closure: @escaping () -> Int,
        _ i8: Int8,
        _ i16: Int16,
        _ i32: Int32,
        _ i64: Int64,
        _ u8: UInt8,
        _ u16: UInt16,
        _ u32: UInt32,
        _ u64: UInt64,
        _ float: Float,
        _ double: Double,
        _ constant: UnsafePointer<CChar>,
        _ mutable: UnsafeMutablePointer<CChar>,
        _ large: Large
    )
}

final class WideTarget: WideDelegate {
    var onCall: () -> Void = {}
    private(set) var received: [String] = []

    func wide(
        _ object: LargeBox,
        _ type: AnyClass,
        _ closure: @escaping () -> Int,
        _ i8: Int8,
        _ i16: Int16,
        _ i32: Int32,
        _ i64: Int64,
        _ u8: UInt8,
        _ u16: UInt16,
        _ u32: UInt32,
        _ u64: UInt64,
        _ float: Float,
        _ double: Double,
        _ constant: UnsafePointer<CChar>,
        _ mutable: UnsafeMutablePointer<CChar>,
        _ large: Large
    ) {
        let arguments: [Any] = [
            object, type, closure, i8, i16, i32, i64, u8, u16, u32, u64, float, double, constant, mutable, large,
        ]
        received = arguments.map(AllTypesScenarioTests.describe)
        onCall()
    }
}

final class WideProxy: ProtocolProxy<any WideDelegate>, WideDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    private static let selector = MethodSelector<
        WideProxy,
        (
            LargeBox, AnyClass, () -> Int, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, Float, Double,
            UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Large
        ), Void
    >(
        "wide(_:_:_:_:_:_:_:_:_:_:_:_:_:_:_:_:)",
        of: "WideDelegate",
        parameters: [
            "object", "type", "closure", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "float", "double",
            "constant", "mutable", "large",
        ]
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(selector)] }

    func wide(
        _ object: LargeBox,
        _ type: AnyClass,
        _ closure: @escaping () -> Int,
        _ i8: Int8,
        _ i16: Int16,
        _ i32: Int32,
        _ i64: Int64,
        _ u8: UInt8,
        _ u16: UInt16,
        _ u32: UInt32,
        _ u64: UInt64,
        _ float: Float,
        _ double: Double,
        _ constant: UnsafePointer<CChar>,
        _ mutable: UnsafeMutablePointer<CChar>,
        _ large: Large
    ) {
        forward(
            Self.selector,
            (
                object, type, closure, i8, i16, i32, i64, u8, u16, u32, u64, float, double, constant, mutable, large
            )
        ) {
            $0.wide(
                object,
                type,
                closure,
                i8,
                i16,
                i32,
                i64,
                u8,
                u16,
                u32,
                u64,
                float,
                double,
                constant,
                mutable,
                large
            )
        }
    }
}
