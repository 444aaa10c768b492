// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

@testable import Interposer

extension ValueLayout {
    /// The parts as LLVM writes the types of parameters, such as "i64 double", or why there are none.
    var text: String {
        switch self {
        case .direct(let parts): parts.map(\.text).joined(separator: " ")
        case .indirect(.addressOnly): "address-only"
        case .indirect(.tooLarge): "large"
        case .indirect(.largeAndUnknown): "large, unknown"
        }
    }

    /// The text for a type, or "refused".
    static func text(_ type: Any.Type, on convention: Convention = .x86) -> String {
        (try? ValueLayout(of: type, on: convention).text) ?? "refused"
    }
}

extension ValuePart {
    var text: String {
        switch (kind, unit.count) {
        case (.bit, _): "i1"
        case (.integer, let size): "i\(size * 8)"
        case (.float, 2): "half"
        case (.float, 4): "float"
        case (.float, 8): "double"
        case (.float, let size): "<\(size) bytes>"
        }
    }
}

protocol ClassBound: AnyObject {}
protocol AlsoClassBound: AnyObject {}
protocol Unbound {}
protocol Holding<Element> { associatedtype Element }
protocol ClassHolding<Element>: AnyObject { associatedtype Element }

final class Node: ClassBound, AlsoClassBound {
    let value: Int
    init(_ value: Int) { self.value = value }
}
final class GenericNode<Element> {
    let element: Element
    init(_ element: Element) { self.element = element }
}

enum Failure: Error { case unknown, code(Int) }
enum OneEmpty { case only }
enum TwoEmpty { case first, second }
enum ThreeEmpty { case first, second, third }
enum OnePayload { case pair(Float, Double) }
enum TextOrEmpty { case text(String), none, other }
enum NumberOrText { case integer(Int), text(String), number(Double), first, second }
enum References { case node(Node), list([Int]), none }
enum SmallNumbers { case float(Float), integer(Int32), none }
enum Wide { case three(Int, Int, Int), two(String, Int), four(Int, Int, Int, Int) }
enum AnyOrNumber { case any(Any), number(Int) }
enum Vectors { case four(SIMD4<Float>), two(SIMD2<Double>, Bool), none }
enum VoidPayload { case void(Void), number(Int8) }
enum PartlyIndirect {
    case number(Int)
    indirect case nested(PartlyIndirect)
}
indirect enum Tree { case leaf(Int), node(Tree, Int) }
enum Either<Left, Right> { case left(Left), right(Right) }
enum Only<Value> { case value(Value) }

struct Empty {}
struct Point { var x: Int, y: Int }
struct Bytes { var a: UInt8, b: Int8, c: Int16, d: Int32 }
struct Mixed { var a: Bool, b: Double, c: Int32, d: Float }
struct TwoFloats { var x: Float, y: Float }
struct FloatBetween { var a: Float, b: Int32, c: Float }
struct HalfBefore { var a: Float16, b: UInt8, c: UInt16, d: Float, e: UInt8 }
struct FourWords { var a: Int, b: Int, c: Int, d: Int }
struct FiveWords { var a: Int, b: Int, c: Int, d: Int, e: Int }
struct FiveDoubles { var a: Double, b: Double, c: Double, d: Double, e: Double }
struct Flags { var a: Bool, b: TwoEmpty, c: Double, d: Bool }
struct Nested { var point: Point, option: Int16?, tuple: (Int8, Double) }
struct Options { var a: Bool??, b: TwoEmpty?, c: Float16? }
struct Offset { var a: Int32, b: Twelve? }
struct Twelve { var x: Int32, y: Int32, z: Int32 }
struct HasAny { var a: Int, b: Any }
struct HasWeak {
    weak var node: Node?
    var count: Int
}
struct HasUnowned {
    unowned var a: Node?
    var b: Int
}
struct HasUnownedProtocol {
    unowned var a: any ClassBound
    unowned(unsafe) var b: Node
    var c: Int8
}
struct HasError { var error: any Error, count: Int }
struct HasFunction { var function: () -> Int }
struct HasMetatype { var type: Int.Type, count: Int }
struct HasClassMetatype { var type: Node.Type, count: Int8 }
struct HasInt128 { var a: Int8, b: Int128, c: Bool }
struct HasShortVectors { var a: SIMD2<Float>, b: SIMD4<UInt8>, c: Int8, d: SIMD2<UInt8> }
#if arch(x86_64)
struct HasLongDouble { var a: Int, b: Float80 }
#endif
struct Box<Value> { var value: Value }
struct Pack<each Value> { var values: (repeat each Value) }
struct Outer<First> {
    struct Inner<Second> { var first: First, second: Second }
}
struct Unique: ~Copyable { var a: Int, b: Double }
struct UniqueWithEnd: ~Copyable {
    var a: Int, b: Bool
    deinit {}
}
private struct Hidden { var a: Int, b: Double }
struct HasHidden { private var hidden = Hidden(a: 1, b: 2), flag = true }
