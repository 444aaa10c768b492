// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Glibc
import Synchronization

// Types of all kinds, each passed to a requirement and returned by it. The program prints what each value is, so that a
// wrong record is noticed.

// MARK: What values are

/// Prints a value in the form that `plain` of programs.py makes of a record, or the text of that form.
@discardableResult func saw<Value>(_ value: Value, is known: String? = nil, _ name: String = #function) -> Value {
    print(name.prefix { $0 != "(" }, known ?? text(of: value), separator: "=")
    return value
}

func text(of value: Any) -> String {
    switch value {
    case let number as Bool: return "\(number)"
    case let number as any BinaryInteger: return text(ofInteger: number)
    case let number as any BinaryFloatingPoint: return "\(number)"
    case let string as any StringProtocol: return quoted("\(string)")
    case let string as Character: return quoted("\(string)")
    case let string as StaticString: return quoted("\(string)")
    default: break
    }
    let mirror = Mirror(reflecting: value)
    let children = mirror.children.map { text(of: $0.value) }
    switch mirror.displayStyle {
    case .optional: return children.first ?? "null"
    case .enum:
        guard let first = mirror.children.first else { return quoted("\(value)") }
        return "[\(quoted(first.label ?? "")), \(children[0])]"
    case .class, .foreignReference: return quoted("object")
    case .dictionary:
        // Each pair is a tuple.
        return "[\(children.map { $0.dropFirst().dropLast() }.joined(separator: ", "))]"
    default:
        let isFunction = mirror.displayStyle == nil && "\(type(of: value))".contains("->")
        return isFunction ? quoted("function") : "[\(children.joined(separator: ", "))]"
    }
}

/// Integers that JavaScript can't represent are texts.
func text(ofInteger number: some BinaryInteger) -> String {
    number.magnitude > 1 << 53 ? quoted("\(number)") : "\(number)"
}

func quoted(_ text: String) -> String { "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }

/// Hides what a value is from the optimiser, which otherwise calls a witness directly.
@inline(never) @_optimize(none) func hidden<Value>(_ value: Value) -> Value { value }

// MARK: Types

protocol Bound: AnyObject {}
protocol Tagged {}
protocol Loose {}
class Animal: Bound, Tagged, Loose, @unchecked Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}
final class Cat: Animal, @unchecked Sendable {}
final class Cage<Content> {
    let content: Content
    init(_ content: Content) { self.content = content }
}
enum Fault: Error { case plain, number(Int), text(String) }
struct Failure: Error { var number: Int }
enum Few { case one, two, three }
enum Raw: Int { case one = 1, two }
enum Word: String { case one, two }
enum Only { case only }
enum Single { case text(String), none, other }
enum OnlyPayload { case pair(Float, Double) }
enum Several { case int(Int), text(String), double(Double), none, other }
enum References { case animal(Animal), list([Int]), none }
enum Large { case three(Int, Int, Int), mixed(String, Int), four(Int, Int, Int, Int) }
enum Floats { case float(Float), int(Int32), none }
enum Loosely { case any(Any), int(Int) }
indirect enum Tree { case leaf(Int), node(Tree, Int) }
enum Option<Item> { case none, some(Item), both(Item, Item) }
struct Empty {}
struct Small: Loose, Tagged { var a: Int, b: Int }
struct Bytes { var a: UInt8, b: Int8, c: Int16, d: Int32 }
struct Mixed { var a: Bool, b: Double, c: Int32, d: Float }
struct TwoFloats { var a: Float, b: Float }
struct FloatIntFloat { var a: Float, b: Int32, c: Float }
struct IntFloatInt { var a: Int32, b: Float, c: Int64 }
struct Four { var a: Int, b: Int, c: Int, d: Int }
struct Five: Loose { var a: Int, b: Int, c: Int, d: Int, e: Int }
struct FourDoubles { var a: Double, b: Double, c: Double, d: Double }
struct FiveDoubles { var a: Double, b: Double, c: Double, d: Double, e: Double }
struct Bools { var a: Bool, b: Bool, c: Bool, d: Bool, e: Bool, f: Bool, g: Bool, h: Bool, i: Bool }
struct Nested { var small: Small, optional: Int16?, tuple: (Int8, Double) }
struct WithOptional { var a: Int8, b: Int32?, c: Animal? }
struct WithAny { var a: Int, b: Any }
struct WithWeak { weak var a: Animal?; var b = 1 }
struct WithUnowned { unowned var a: Animal; var b = 1 }
struct WithUnsafe { unowned(unsafe) var a: Animal; var b = 1 }
struct WithError { var a: any Error, b: Int }
struct WithClosure { var a: () -> Int, b: Int }
struct WithFunction { var a: @convention(c) (Int) -> Int, b: Int }
struct WithBound { var a: any Bound, b: Int }
struct WithEnum { var a: Several, b: Bool }
struct WithMetatype { var a: Int.Type, b: Int }
struct WithClassMetatype { var a: Animal.Type, b: Int }
struct WithAnyMetatype { var a: Any.Type, b: Int }
struct WithTime { var a: timespec, b: Int }
struct WithDuration { var a: Duration, b: Int8 }
struct WithExtended { var a: Float80, b: Int }
struct WithHalf { var a: Int32, b: Float16 }
struct Message { var name: StaticString, target: Animal }
struct WithLazy {
    var a = 1
    lazy var b = 2
    var c = 3.5
}
@propertyWrapper struct Wrapper {
    var wrappedValue: Int
}
struct WithWrapper {
    @Wrapper var a: Int
    var b: Bool { a > 1 }
    let c: Float
}
enum WithNever { case never(Never), pair(Int, Never), int(Int), none }
struct Box<Item> { var item: Item }
struct Pair<A, B> { var a: A, b: B }
enum Around<A> { struct Inner<B> { var a: A, b: B } }
struct Token: ~Copyable { var number: Int }
struct Described: CustomStringConvertible {
    var number: Int
    var description: String { fatalError("descriptions of the program are not asked for") }
}
private struct Hidden { var a: Int, b: Double }
private enum HiddenCase { case none, text(String) }
private final class HiddenClass {}

let kept = Animal(100)
let instant = ContinuousClock.now

// MARK: Numbers, texts, collections

protocol Plain: AnyObject {
    func int(_ value: Int) -> Int
    func int8(_ value: Int8) -> Int8
    func uint16(_ value: UInt16) -> UInt16
    func int32(_ value: Int32) -> Int32
    func uint64(_ value: UInt64) -> UInt64
    func int128(_ value: Int128) -> Int128
    func bool(_ value: Bool) -> Bool
    func double(_ value: Double) -> Double
    func float(_ value: Float) -> Float
    func float16(_ value: Float16) -> Float16
    func float80(_ value: Float80) -> Float80
    func cgFloat(_ value: CGFloat) -> CGFloat
    func string(_ value: String) -> String
    func substring(_ value: Substring) -> Substring
    func character(_ value: Character) -> Character
    func scalar(_ value: Unicode.Scalar) -> Unicode.Scalar
    func staticString(_ value: StaticString) -> StaticString
    func stringIndex(_ value: String.Index) -> String.Index
    func utf8View(_ value: String.UTF8View) -> String.UTF8View
    func array(_ value: [Int]) -> [Int]
    func emptyArray(_ value: [String]) -> [String]
    func bytes(_ value: [UInt8]) -> [UInt8]
    func arrays(_ value: [[Int?]]) -> [[Int?]]
    func dictionary(_ value: [String: Int]) -> [String: Int]
    func texts(_ value: [String: String]) -> [String: String]
    func set(_ value: Set<Int>) -> Set<Int>
    func slice(_ value: ArraySlice<Int>) -> ArraySlice<Int>
    func contiguous(_ value: ContiguousArray<String>) -> ContiguousArray<String>
    func range(_ value: Range<Int>) -> Range<Int>
    func closedRange(_ value: ClosedRange<Double>) -> ClosedRange<Double>
    func partialRange(_ value: PartialRangeFrom<Int>) -> PartialRangeFrom<Int>
    func lazy(_ value: LazyFilterSequence<[Int]>) -> LazyFilterSequence<[Int]>
    func one(_ value: CollectionOfOne<Int>) -> CollectionOfOne<Int>
    func repeated(_ value: Repeated<String>) -> Repeated<String>
    func reversed(_ value: ReversedCollection<[Int]>) -> ReversedCollection<[Int]>
    func pairs(_ value: KeyValuePairs<String, Int>) -> KeyValuePairs<String, Int>
    func iterator(_ value: AnyIterator<Int>) -> AnyIterator<Int>
    func simd2(_ value: SIMD2<Double>) -> SIMD2<Double>
    func simd2f(_ value: SIMD2<Float>) -> SIMD2<Float>
    func simd3(_ value: SIMD3<Float>) -> SIMD3<Float>
    func simd4(_ value: SIMD4<Int32>) -> SIMD4<Int32>
    func simd8(_ value: SIMD8<Float>) -> SIMD8<Float>
    func simd16(_ value: SIMD16<Double>) -> SIMD16<Double>
    func mask(_ value: SIMDMask<SIMD4<Int32>>) -> SIMDMask<SIMD4<Int32>>
    func inlineArray(_ value: InlineArray<3, Int16>) -> InlineArray<3, Int16>
}

final class PlainZoo: Plain {
    func int(_ value: Int) -> Int { saw(value) }
    func int8(_ value: Int8) -> Int8 { saw(value) }
    func uint16(_ value: UInt16) -> UInt16 { saw(value) }
    func int32(_ value: Int32) -> Int32 { saw(value) }
    func uint64(_ value: UInt64) -> UInt64 { saw(value) }
    func int128(_ value: Int128) -> Int128 { saw(value) }
    func bool(_ value: Bool) -> Bool { saw(value) }
    func double(_ value: Double) -> Double { saw(value) }
    func float(_ value: Float) -> Float { saw(value) }
    func float16(_ value: Float16) -> Float16 { saw(value, is: "0.5") }
    func float80(_ value: Float80) -> Float80 { saw(value) }
    func cgFloat(_ value: CGFloat) -> CGFloat { saw(value) }
    func string(_ value: String) -> String { saw(value) }
    func substring(_ value: Substring) -> Substring { saw(value) }
    func character(_ value: Character) -> Character { saw(value) }
    func scalar(_ value: Unicode.Scalar) -> Unicode.Scalar { saw(value, is: quoted("\(value)")) }
    func staticString(_ value: StaticString) -> StaticString { saw(value) }
    func stringIndex(_ value: String.Index) -> String.Index { saw(value) }
    func utf8View(_ value: String.UTF8View) -> String.UTF8View { saw(value) }
    func array(_ value: [Int]) -> [Int] { saw(value) }
    func emptyArray(_ value: [String]) -> [String] { saw(value) }
    func bytes(_ value: [UInt8]) -> [UInt8] { saw(value, is: quoted("01ff")) }
    func arrays(_ value: [[Int?]]) -> [[Int?]] { saw(value) }
    func dictionary(_ value: [String: Int]) -> [String: Int] { saw(value) }
    func texts(_ value: [String: String]) -> [String: String] { saw(value) }
    func set(_ value: Set<Int>) -> Set<Int> { saw(value) }
    func slice(_ value: ArraySlice<Int>) -> ArraySlice<Int> { saw(value) }
    func contiguous(_ value: ContiguousArray<String>) -> ContiguousArray<String> { saw(value) }
    func range(_ value: Range<Int>) -> Range<Int> { saw(value) }
    func closedRange(_ value: ClosedRange<Double>) -> ClosedRange<Double> { saw(value) }
    func partialRange(_ value: PartialRangeFrom<Int>) -> PartialRangeFrom<Int> { saw(value) }
    func lazy(_ value: LazyFilterSequence<[Int]>) -> LazyFilterSequence<[Int]> { saw(value) }
    func one(_ value: CollectionOfOne<Int>) -> CollectionOfOne<Int> { saw(value) }
    func repeated(_ value: Repeated<String>) -> Repeated<String> { saw(value) }
    func reversed(_ value: ReversedCollection<[Int]>) -> ReversedCollection<[Int]> { saw(value) }
    func pairs(_ value: KeyValuePairs<String, Int>) -> KeyValuePairs<String, Int> {
        saw(value, is: "[\"a\", 1, \"a\", 2]")
    }
    func iterator(_ value: AnyIterator<Int>) -> AnyIterator<Int> { saw(value) }
    func simd2(_ value: SIMD2<Double>) -> SIMD2<Double> { saw(value, is: "[1.0, 2.5]") }
    func simd2f(_ value: SIMD2<Float>) -> SIMD2<Float> { saw(value, is: "[1.0, 2.5]") }
    func simd3(_ value: SIMD3<Float>) -> SIMD3<Float> { saw(value, is: "[1.0, 2.5, 3.0]") }
    func simd4(_ value: SIMD4<Int32>) -> SIMD4<Int32> { saw(value, is: "[1, -2, 3, 4]") }
    func simd8(_ value: SIMD8<Float>) -> SIMD8<Float> { saw(value, is: "[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.5]") }
    func simd16(_ value: SIMD16<Double>) -> SIMD16<Double> {
        saw(value, is: "[\((0..<16).map { "\(value[$0])" }.joined(separator: ", "))]")
    }
    func mask(_ value: SIMDMask<SIMD4<Int32>>) -> SIMDMask<SIMD4<Int32>> { saw(value, is: "[[-1, 0, -1, 0]]") }
    func inlineArray(_ value: InlineArray<3, Int16>) -> InlineArray<3, Int16> { saw(value, is: "[1, 2, 3]") }
}

func callPlain(_ zoo: any Plain) {
    _ = zoo.int(-42)
    _ = zoo.int8(-7)
    _ = zoo.uint16(65_000)
    _ = zoo.int32(-1_000_000)
    _ = zoo.uint64(.max)
    _ = zoo.int128(-123_456_789_012_345_678_901_234_567_890)
    _ = zoo.bool(true)
    _ = zoo.double(-2.5)
    _ = zoo.float(0.1)
    _ = zoo.float16(0.5)
    _ = zoo.float80(1.5)
    _ = zoo.cgFloat(4.5)
    _ = zoo.string("a string that is longer than a small one \(kept.number)")
    _ = zoo.substring("hello world".dropFirst(3))
    _ = zoo.character("é")
    _ = zoo.scalar("x")
    _ = zoo.staticString("static")
    _ = zoo.stringIndex("abc".endIndex)
    _ = zoo.utf8View("abc".utf8)
    _ = zoo.array([1, -2, 3])
    _ = zoo.emptyArray([])
    _ = zoo.bytes([1, 255])
    _ = zoo.arrays([[1, nil], []])
    _ = zoo.dictionary(["key": 5])
    _ = zoo.texts(["key": "value"])
    _ = zoo.set([9])
    _ = zoo.slice([1, 2, 3, 4][1...2])
    _ = zoo.contiguous(["a", "b"])
    _ = zoo.range(1..<5)
    _ = zoo.closedRange(1.5...2.5)
    _ = zoo.partialRange(3...)
    _ = zoo.lazy([1, 2].lazy.filter { $0 > 1 })
    _ = zoo.one(CollectionOfOne(4))
    _ = zoo.repeated(repeatElement("r", count: 2))
    _ = zoo.reversed([1, 2].reversed())
    _ = zoo.pairs(["a": 1, "a": 2])
    _ = zoo.iterator(AnyIterator([1].makeIterator()))
    _ = zoo.simd2([1, 2.5])
    _ = zoo.simd2f([1, 2.5])
    _ = zoo.simd3([1, 2.5, 3])
    _ = zoo.simd4([1, -2, 3, 4])
    _ = zoo.simd8([1, 2, 3, 4, 5, 6, 7, 8.5])
    _ = zoo.simd16(SIMD16(repeating: 2.5))
    _ = zoo.mask(SIMD4<Int32>(1, 2, 1, 2) .== SIMD4<Int32>(repeating: 1))
    _ = zoo.inlineArray([1, 2, 3])
}

// MARK: Objects, existentials, enumerations, structs, tuples, optionals

protocol Shaped: AnyObject {
    func object(_ value: Animal) -> Animal
    func subclass(_ value: Cat) -> Cat
    func genericObject(_ value: Cage<Int>) -> Cage<Int>
    func anyObject(_ value: AnyObject) -> AnyObject
    func bound(_ value: any Bound) -> any Bound
    func boundBoth(_ value: any Bound & Tagged) -> any Bound & Tagged
    func classBoth(_ value: Animal & Tagged) -> Animal & Tagged
    func loose(_ value: any Loose) -> any Loose
    func looseLarge(_ value: any Loose) -> any Loose
    func looseBoth(_ value: any Loose & Tagged) -> any Loose & Tagged
    func any(_ value: Any) -> Any
    func anySendable(_ value: any Sendable) -> any Sendable
    func anyError(_ value: any Error) -> any Error
    func foreignError(_ value: any Error) -> any Error
    func anyHashable(_ value: AnyHashable) -> AnyHashable
    func anyCollection(_ value: any Collection<Int>) -> any Collection<Int>
    func anyActor(_ value: any Actor) -> any Actor

    func few(_ value: Few) -> Few
    func raw(_ value: Raw) -> Raw
    func word(_ value: Word) -> Word
    func only(_ value: Only) -> Only
    func single(_ value: Single) -> Single
    func singleNone(_ value: Single) -> Single
    func onlyPayload(_ value: OnlyPayload) -> OnlyPayload
    func several(_ value: Several) -> Several
    func severalNone(_ value: Several) -> Several
    func references(_ value: References) -> References
    func large(_ value: Large) -> Large
    func floats(_ value: Floats) -> Floats
    func loosely(_ value: Loosely) -> Loosely
    func tree(_ value: Tree) -> Tree
    func option(_ value: Option<Int8>) -> Option<Int8>
    func fault(_ value: Fault) -> Fault

    func empty(_ value: Empty) -> Empty
    func small(_ value: Small) -> Small
    func byteFields(_ value: Bytes) -> Bytes
    func mixed(_ value: Mixed) -> Mixed
    func twoFloats(_ value: TwoFloats) -> TwoFloats
    func floatIntFloat(_ value: FloatIntFloat) -> FloatIntFloat
    func intFloatInt(_ value: IntFloatInt) -> IntFloatInt
    func four(_ value: Four) -> Four
    func five(_ value: Five) -> Five
    func fourDoubles(_ value: FourDoubles) -> FourDoubles
    func fiveDoubles(_ value: FiveDoubles) -> FiveDoubles
    func bools(_ value: Bools) -> Bools
    func nested(_ value: Nested) -> Nested
    func withOptional(_ value: WithOptional) -> WithOptional
    func withAny(_ value: WithAny) -> WithAny
    func withWeak(_ value: WithWeak) -> WithWeak
    func withUnowned(_ value: WithUnowned) -> WithUnowned
    func withUnsafe(_ value: WithUnsafe) -> WithUnsafe
    func withError(_ value: WithError) -> WithError
    func withClosure(_ value: WithClosure) -> WithClosure
    func withFunction(_ value: WithFunction) -> WithFunction
    func withBound(_ value: WithBound) -> WithBound
    func withEnum(_ value: WithEnum) -> WithEnum
    func withMetatype(_ value: WithMetatype) -> WithMetatype
    func withClassMetatype(_ value: WithClassMetatype) -> WithClassMetatype
    func withAnyMetatype(_ value: WithAnyMetatype) -> WithAnyMetatype
    func withTime(_ value: WithTime) -> WithTime
    func withDuration(_ value: WithDuration) -> WithDuration
    func withExtended(_ value: WithExtended) -> WithExtended
    func withHalf(_ value: WithHalf) -> WithHalf
    func message(_ value: Message) -> Message
    func described(_ value: Described) -> Described
    func withLazy(_ value: WithLazy) -> WithLazy
    func withWrapper(_ value: WithWrapper) -> WithWrapper
    func withNever(_ value: WithNever) -> WithNever
    func box(_ value: Box<Int>) -> Box<Int>
    func boxAny(_ value: Box<Any>) -> Box<Any>
    func boxBox(_ value: Box<Box<Double>>) -> Box<Box<Double>>
    func pair(_ value: Pair<Int8, Double>) -> Pair<Int8, Double>
    func inner(_ value: Around<Int>.Inner<String>) -> Around<Int>.Inner<String>

    func tuple(_ value: (Int, String)) -> (Int, String)
    func labelled(_ value: (a: Double, b: Float)) -> (a: Double, b: Float)
    func fiveInts(_ value: (Int, Int, Int, Int, Int)) -> (Int, Int, Int, Int, Int)
    func nestedTuple(_ value: (Int, (Bool, Double))) -> (Int, (Bool, Double))
    func tupleAny(_ value: (Int, Any)) -> (Int, Any)
    func tupleVoid(_ value: (Void, Int)) -> (Void, Int)
    func tupleLarge(_ value: (Any, Any, Five)) -> (Any, Any, Five)
    func tupleMixed(_ value: (Any, Five, Double)) -> (Any, Five, Double)
    func void(_ value: Void)
    func tupleOptional(_ value: (Int, String)?) -> (Int, String)?

    func optionalInt(_ value: Int?) -> Int?
    func optionalDouble(_ value: Double?) -> Double?
    func optionalFloat(_ value: Float?) -> Float?
    func optionalNil(_ value: Int16?) -> Int16?
    func optionalBool(_ value: Bool?) -> Bool?
    func optionalTwice(_ value: Bool??) -> Bool??
    func optionalString(_ value: String?) -> String?
    func optionalStringTwice(_ value: String??) -> String??
    func optionalArray(_ value: [Int]?) -> [Int]?
    func optionalObject(_ value: Animal?) -> Animal?
    func optionalBound(_ value: (any Bound)?) -> (any Bound)?
    func optionalLoose(_ value: (any Loose)?) -> (any Loose)?
    func optionalAny(_ value: Any?) -> Any?
    func optionalError(_ value: (any Error)?) -> (any Error)?
    func optionalEnum(_ value: Several?) -> Several?
    func optionalStruct(_ value: Mixed?) -> Mixed?
    func optionalLarge(_ value: Five?) -> Five?
    func optionalVoid(_ value: Void?) -> Void?
    func optionalNever(_ value: Never?) -> Never?
    func optionalMetatype(_ value: Int.Type?) -> Int.Type?
    func optionalClosure(_ value: (() -> Void)?) -> (() -> Void)?
}

final class ShapedZoo: Shaped {
    func object(_ value: Animal) -> Animal { saw(value) }
    func subclass(_ value: Cat) -> Cat { saw(value) }
    func genericObject(_ value: Cage<Int>) -> Cage<Int> { saw(value) }
    func anyObject(_ value: AnyObject) -> AnyObject { saw(value) }
    func bound(_ value: any Bound) -> any Bound { saw(value) }
    func boundBoth(_ value: any Bound & Tagged) -> any Bound & Tagged { saw(value) }
    func classBoth(_ value: Animal & Tagged) -> Animal & Tagged { saw(value) }
    func loose(_ value: any Loose) -> any Loose { saw(value) }
    func looseLarge(_ value: any Loose) -> any Loose { saw(value) }
    func looseBoth(_ value: any Loose & Tagged) -> any Loose & Tagged { saw(value) }
    func any(_ value: Any) -> Any { saw(value) }
    func anySendable(_ value: any Sendable) -> any Sendable { saw(value) }
    func anyError(_ value: any Error) -> any Error { saw(value) }
    func foreignError(_ value: any Error) -> any Error {
        saw(value, is: "[\"NSCocoaErrorDomain\", 4, \"The file doesn’t exist.\"]")
    }
    func anyHashable(_ value: AnyHashable) -> AnyHashable { saw(value, is: "5") }
    func anyCollection(_ value: any Collection<Int>) -> any Collection<Int> { saw(value) }
    func anyActor(_ value: any Actor) -> any Actor { saw(value) }

    func few(_ value: Few) -> Few { saw(value) }
    func raw(_ value: Raw) -> Raw { saw(value) }
    func word(_ value: Word) -> Word { saw(value) }
    func only(_ value: Only) -> Only { saw(value) }
    func single(_ value: Single) -> Single { saw(value) }
    func singleNone(_ value: Single) -> Single { saw(value) }
    func onlyPayload(_ value: OnlyPayload) -> OnlyPayload { saw(value) }
    func several(_ value: Several) -> Several { saw(value) }
    func severalNone(_ value: Several) -> Several { saw(value) }
    func references(_ value: References) -> References { saw(value) }
    func large(_ value: Large) -> Large { saw(value) }
    func floats(_ value: Floats) -> Floats { saw(value) }
    func loosely(_ value: Loosely) -> Loosely { saw(value) }
    func tree(_ value: Tree) -> Tree { saw(value) }
    func option(_ value: Option<Int8>) -> Option<Int8> { saw(value) }
    func fault(_ value: Fault) -> Fault { saw(value) }

    func empty(_ value: Empty) -> Empty { saw(value) }
    func small(_ value: Small) -> Small { saw(value) }
    func byteFields(_ value: Bytes) -> Bytes { saw(value) }
    func mixed(_ value: Mixed) -> Mixed { saw(value) }
    func twoFloats(_ value: TwoFloats) -> TwoFloats { saw(value) }
    func floatIntFloat(_ value: FloatIntFloat) -> FloatIntFloat { saw(value) }
    func intFloatInt(_ value: IntFloatInt) -> IntFloatInt { saw(value) }
    func four(_ value: Four) -> Four { saw(value) }
    func five(_ value: Five) -> Five { saw(value) }
    func fourDoubles(_ value: FourDoubles) -> FourDoubles { saw(value) }
    func fiveDoubles(_ value: FiveDoubles) -> FiveDoubles { saw(value) }
    func bools(_ value: Bools) -> Bools { saw(value) }
    func nested(_ value: Nested) -> Nested { saw(value) }
    func withOptional(_ value: WithOptional) -> WithOptional { saw(value) }
    func withAny(_ value: WithAny) -> WithAny { saw(value) }
    func withWeak(_ value: WithWeak) -> WithWeak { saw(value, is: "[\"(weak reference)\", 1]") }
    func withUnowned(_ value: WithUnowned) -> WithUnowned { saw(value, is: "[\"(unowned reference)\", 1]") }
    func withUnsafe(_ value: WithUnsafe) -> WithUnsafe { saw(value, is: "[\"(unmanaged reference)\", 1]") }
    func withError(_ value: WithError) -> WithError { saw(value) }
    func withClosure(_ value: WithClosure) -> WithClosure { saw(value) }
    func withFunction(_ value: WithFunction) -> WithFunction { saw(value) }
    func withBound(_ value: WithBound) -> WithBound { saw(value) }
    func withEnum(_ value: WithEnum) -> WithEnum { saw(value) }
    func withMetatype(_ value: WithMetatype) -> WithMetatype { saw(value) }
    func withClassMetatype(_ value: WithClassMetatype) -> WithClassMetatype { saw(value) }
    func withAnyMetatype(_ value: WithAnyMetatype) -> WithAnyMetatype { saw(value) }
    func withTime(_ value: WithTime) -> WithTime { saw(value) }
    func withDuration(_ value: WithDuration) -> WithDuration { saw(value, is: "[[5.0], 1]") }
    func withExtended(_ value: WithExtended) -> WithExtended { saw(value) }
    func withHalf(_ value: WithHalf) -> WithHalf { saw(value, is: "[1, 2.5]") }
    func message(_ value: Message) -> Message { saw(value) }
    func described(_ value: Described) -> Described { saw(value) }
    func withLazy(_ value: WithLazy) -> WithLazy { saw(value) }
    func withWrapper(_ value: WithWrapper) -> WithWrapper { saw(value) }
    func withNever(_ value: WithNever) -> WithNever { saw(value) }
    func box(_ value: Box<Int>) -> Box<Int> { saw(value) }
    func boxAny(_ value: Box<Any>) -> Box<Any> { saw(value) }
    func boxBox(_ value: Box<Box<Double>>) -> Box<Box<Double>> { saw(value) }
    func pair(_ value: Pair<Int8, Double>) -> Pair<Int8, Double> { saw(value) }
    func inner(_ value: Around<Int>.Inner<String>) -> Around<Int>.Inner<String> { saw(value) }

    func tuple(_ value: (Int, String)) -> (Int, String) { saw(value) }
    func labelled(_ value: (a: Double, b: Float)) -> (a: Double, b: Float) { saw(value) }
    func fiveInts(_ value: (Int, Int, Int, Int, Int)) -> (Int, Int, Int, Int, Int) { saw(value) }
    func nestedTuple(_ value: (Int, (Bool, Double))) -> (Int, (Bool, Double)) { saw(value) }
    func tupleAny(_ value: (Int, Any)) -> (Int, Any) { saw(value) }
    func tupleVoid(_ value: (Void, Int)) -> (Void, Int) { saw(value) }
    func tupleLarge(_ value: (Any, Any, Five)) -> (Any, Any, Five) { saw(value) }
    func tupleMixed(_ value: (Any, Five, Double)) -> (Any, Five, Double) { saw(value) }
    func void(_ value: Void) { saw(value) }
    func tupleOptional(_ value: (Int, String)?) -> (Int, String)? { saw(value) }

    func optionalInt(_ value: Int?) -> Int? { saw(value) }
    func optionalDouble(_ value: Double?) -> Double? { saw(value) }
    func optionalFloat(_ value: Float?) -> Float? { saw(value) }
    func optionalNil(_ value: Int16?) -> Int16? { saw(value) }
    func optionalBool(_ value: Bool?) -> Bool? { saw(value) }
    func optionalTwice(_ value: Bool??) -> Bool?? { saw(value) }
    func optionalString(_ value: String?) -> String? { saw(value) }
    func optionalStringTwice(_ value: String??) -> String?? { saw(value) }
    func optionalArray(_ value: [Int]?) -> [Int]? { saw(value) }
    func optionalObject(_ value: Animal?) -> Animal? { saw(value) }
    func optionalBound(_ value: (any Bound)?) -> (any Bound)? { saw(value) }
    func optionalLoose(_ value: (any Loose)?) -> (any Loose)? { saw(value) }
    func optionalAny(_ value: Any?) -> Any? { saw(value) }
    func optionalError(_ value: (any Error)?) -> (any Error)? { saw(value) }
    func optionalEnum(_ value: Several?) -> Several? { saw(value) }
    func optionalStruct(_ value: Mixed?) -> Mixed? { saw(value) }
    func optionalLarge(_ value: Five?) -> Five? { saw(value) }
    func optionalVoid(_ value: Void?) -> Void? { saw(value) }
    func optionalNever(_ value: Never?) -> Never? { saw(value) }
    func optionalMetatype(_ value: Int.Type?) -> Int.Type? { saw(value, is: "[]") }
    func optionalClosure(_ value: (() -> Void)?) -> (() -> Void)? { saw(value) }
}

actor Keeper {}

func callShaped(_ zoo: any Shaped) {
    _ = zoo.object(Animal(1))
    _ = zoo.subclass(Cat(2))
    _ = zoo.genericObject(Cage(3))
    _ = zoo.anyObject(Cat(4))
    _ = zoo.bound(Cat(5))
    _ = zoo.boundBoth(Animal(6))
    _ = zoo.classBoth(Cat(7))
    _ = zoo.loose(Small(a: 1, b: -2))
    _ = zoo.looseLarge(Five(a: 1, b: 2, c: 3, d: 4, e: 5))
    _ = zoo.looseBoth(Small(a: 3, b: 4))
    _ = zoo.any("any")
    _ = zoo.anySendable(Few.two)
    _ = zoo.anyError(Fault.number(5))
    _ = zoo.foreignError(CocoaError(.fileNoSuchFile))
    _ = zoo.anyHashable(AnyHashable(5))
    _ = zoo.anyCollection([1, 2])
    _ = zoo.anyActor(Keeper())

    _ = zoo.few(.two)
    _ = zoo.raw(.two)
    _ = zoo.word(.two)
    _ = zoo.only(.only)
    _ = zoo.single(.text("pay"))
    _ = zoo.singleNone(.other)
    _ = zoo.onlyPayload(.pair(1.5, 2.5))
    _ = zoo.several(.double(2.5))
    _ = zoo.severalNone(.other)
    _ = zoo.references(.list([1]))
    _ = zoo.large(.mixed("m", 5))
    _ = zoo.floats(.float(2.5))
    _ = zoo.loosely(.any(3))
    _ = zoo.tree(.node(.leaf(1), 2))
    _ = zoo.option(.both(1, -2))
    _ = zoo.fault(.text("fault"))

    _ = zoo.empty(Empty())
    _ = zoo.small(Small(a: 1, b: 2))
    _ = zoo.byteFields(Bytes(a: 1, b: -2, c: 300, d: -70_000))
    _ = zoo.mixed(Mixed(a: true, b: 2.5, c: 7, d: 1.5))
    _ = zoo.twoFloats(TwoFloats(a: 1.5, b: 2.5))
    _ = zoo.floatIntFloat(FloatIntFloat(a: 1.5, b: 3, c: 2.5))
    _ = zoo.intFloatInt(IntFloatInt(a: 1, b: 2.5, c: 3))
    _ = zoo.four(Four(a: 1, b: 2, c: 3, d: 4))
    _ = zoo.five(Five(a: 1, b: 2, c: 3, d: 4, e: 5))
    _ = zoo.fourDoubles(FourDoubles(a: 1, b: 2, c: 3, d: 4))
    _ = zoo.fiveDoubles(FiveDoubles(a: 1, b: 2, c: 3, d: 4, e: 5))
    _ = zoo.bools(
        Bools(a: true, b: false, c: true, d: true, e: false, f: true, g: false, h: false, i: true)
    )
    _ = zoo.nested(Nested(small: Small(a: 1, b: 2), optional: 5, tuple: (3, 4.5)))
    _ = zoo.withOptional(WithOptional(a: 1, b: 2, c: nil))
    _ = zoo.withAny(WithAny(a: 1, b: "z"))
    _ = zoo.withWeak(WithWeak(a: kept))
    _ = zoo.withUnowned(WithUnowned(a: kept))
    _ = zoo.withUnsafe(WithUnsafe(a: kept))
    _ = zoo.withError(WithError(a: Fault.plain, b: 2))
    _ = zoo.withClosure(WithClosure(a: { 5 }, b: 2))
    _ = zoo.withFunction(WithFunction(a: { $0 }, b: 2))
    _ = zoo.withBound(WithBound(a: Cat(3), b: 1))
    _ = zoo.withEnum(WithEnum(a: .int(3), b: true))
    _ = zoo.withMetatype(WithMetatype(a: Int.self, b: 3))
    _ = zoo.withClassMetatype(WithClassMetatype(a: Cat.self, b: 3))
    _ = zoo.withAnyMetatype(WithAnyMetatype(a: Int.self, b: 3))
    _ = zoo.withTime(WithTime(a: timespec(tv_sec: 1, tv_nsec: 2), b: 3))
    _ = zoo.withDuration(WithDuration(a: .seconds(5), b: 1))
    _ = zoo.withExtended(WithExtended(a: 1.5, b: 1))
    _ = zoo.withHalf(WithHalf(a: 1, b: 2.5))
    _ = zoo.message(Message(name: "feed:", target: kept))
    _ = zoo.described(Described(number: 4))
    _ = zoo.withLazy(WithLazy())
    _ = zoo.withWrapper(WithWrapper(a: 4, c: 2.5))
    _ = zoo.withNever(.int(5))
    _ = zoo.box(Box(item: 5))
    _ = zoo.boxAny(Box(item: "any"))
    _ = zoo.boxBox(Box(item: Box(item: 5.5)))
    _ = zoo.pair(Pair(a: 1, b: 2.5))
    _ = zoo.inner(Around<Int>.Inner(a: 1, b: "inner"))

    _ = zoo.tuple((1, "tuple"))
    _ = zoo.labelled((1.5, 2.5))
    _ = zoo.fiveInts((1, 2, 3, 4, 5))
    _ = zoo.nestedTuple((1, (true, 2.5)))
    _ = zoo.tupleAny((1, 5))
    _ = zoo.tupleVoid(((), 5))
    _ = zoo.tupleLarge(("a", 2, Five(a: 1, b: 2, c: 3, d: 4, e: 5)))
    _ = zoo.tupleMixed(("a", Five(a: 1, b: 2, c: 3, d: 4, e: 5), 2.5))
    zoo.void(())
    _ = zoo.tupleOptional((1, "tuple"))

    _ = zoo.optionalInt(77)
    _ = zoo.optionalDouble(7.5)
    _ = zoo.optionalFloat(7.5)
    _ = zoo.optionalNil(nil)
    _ = zoo.optionalBool(false)
    _ = zoo.optionalTwice(.some(.none))
    _ = zoo.optionalString("optional")
    _ = zoo.optionalStringTwice(.some(.some("twice")))
    _ = zoo.optionalArray(nil)
    _ = zoo.optionalObject(Cat(4))
    _ = zoo.optionalBound(Cat(6))
    _ = zoo.optionalLoose(Small(a: 3, b: 4))
    _ = zoo.optionalAny(12)
    _ = zoo.optionalError(Fault.plain)
    _ = zoo.optionalEnum(.double(1.5))
    _ = zoo.optionalStruct(Mixed(a: false, b: 1, c: 2, d: 3))
    _ = zoo.optionalLarge(nil)
    _ = zoo.optionalVoid(())
    _ = zoo.optionalNever(nil)
    _ = zoo.optionalMetatype(Int.self)
    _ = zoo.optionalClosure({})
}

// MARK: Foundation, C, and the standard library

protocol Imported: AnyObject {
    func date(_ value: Date) -> Date
    func url(_ value: URL) -> URL
    func data(_ value: Data) -> Data
    func uuid(_ value: UUID) -> UUID
    func decimal(_ value: Decimal) -> Decimal
    func indexPath(_ value: IndexPath) -> IndexPath
    func request(_ value: URLRequest) -> URLRequest
    func components(_ value: DateComponents) -> DateComponents
    func locale(_ value: Locale) -> Locale
    func timeZone(_ value: TimeZone) -> TimeZone
    func characterSet(_ value: CharacterSet) -> CharacterSet
    func nsError(_ value: NSError) -> NSError
    func nsRange(_ value: NSRange) -> NSRange
    func point(_ value: CGPoint) -> CGPoint
    func rect(_ value: CGRect) -> CGRect
    func notification(_ value: Notification) -> Notification
    func notificationName(_ value: Notification.Name) -> Notification.Name
    func measurement(_ value: Measurement<UnitLength>) -> Measurement<UnitLength>
    func interval(_ value: DateInterval) -> DateInterval
    func optionalDate(_ value: Date?) -> Date?
    func optionalURL(_ value: URL?) -> URL?

    func time(_ value: timespec) -> timespec
    func division(_ value: div_t) -> div_t
    func file(_ value: UnsafeMutablePointer<FILE>) -> UnsafeMutablePointer<FILE>
    func optionalTime(_ value: timespec?) -> timespec?

    func duration(_ value: Duration) -> Duration
    func instant(_ value: ContinuousClock.Instant) -> ContinuousClock.Instant
    func clock(_ value: ContinuousClock) -> ContinuousClock
    func mirror(_ value: Mirror) -> Mirror
    func identifier(_ value: ObjectIdentifier) -> ObjectIdentifier
    func result(_ value: Result<Int, any Error>) -> Result<Int, any Error>
    func resultFault(_ value: Result<String, Fault>) -> Result<String, Fault>
    func keyPath(_ value: KeyPath<Small, Int>) -> KeyPath<Small, Int>
    func unmanaged(_ value: Unmanaged<Animal>) -> Unmanaged<Animal>
    func opaquePointer(_ value: OpaquePointer?) -> OpaquePointer?
    func pointer(_ value: UnsafePointer<Int>) -> UnsafePointer<Int>
    func rawBuffer(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer
    func buffer(_ value: UnsafeMutableBufferPointer<Int8>) -> UnsafeMutableBufferPointer<Int8>
    func priority(_ value: TaskPriority) -> TaskPriority
    func task(_ value: Task<Int, Never>) -> Task<Int, Never>
    func stream(_ value: AsyncStream<Int>) -> AsyncStream<Int>
    func difference(_ value: CollectionDifference<Int>) -> CollectionDifference<Int>
    func regex(_ value: Regex<Substring>) -> Regex<Substring>
    func span(_ value: Span<Int>)
}

final class ImportedZoo: Imported {
    func date(_ value: Date) -> Date { saw(value, is: quoted("1970-01-01T00:00:05.250Z")) }
    func url(_ value: URL) -> URL { saw(value, is: quoted("http://example.org/a?b=c")) }
    func data(_ value: Data) -> Data { saw(value, is: quoted("0102ff")) }
    func uuid(_ value: UUID) -> UUID { saw(value, is: quoted("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")) }
    func decimal(_ value: Decimal) -> Decimal { saw(value, is: "[12.5]") }
    func indexPath(_ value: IndexPath) -> IndexPath { saw(value, is: "[1, 2]") }
    func request(_ value: URLRequest) -> URLRequest { saw(value, is: "[\"GET\", \"http://example.org/a\"]") }
    func components(_ value: DateComponents) -> DateComponents { saw(value, is: "[2020]") }
    func locale(_ value: Locale) -> Locale { saw(value, is: quoted("en")) }
    func timeZone(_ value: TimeZone) -> TimeZone { saw(value, is: quoted("GMT")) }
    func characterSet(_ value: CharacterSet) -> CharacterSet { saw(value, is: "[\"object\"]") }
    func nsError(_ value: NSError) -> NSError { saw(value, is: "[\"domain\", 3]") }
    func nsRange(_ value: NSRange) -> NSRange { saw(value) }
    func point(_ value: CGPoint) -> CGPoint { saw(value) }
    func rect(_ value: CGRect) -> CGRect { saw(value) }
    func notification(_ value: Notification) -> Notification { saw(value, is: "[\"name\"]") }
    func notificationName(_ value: Notification.Name) -> Notification.Name { saw(value, is: quoted("name")) }
    func measurement(_ value: Measurement<UnitLength>) -> Measurement<UnitLength> { saw(value, is: "[2.5, \"m\"]") }
    func interval(_ value: DateInterval) -> DateInterval {
        saw(value, is: "[\"1970-01-01T00:00:01Z\", \"1970-01-01T00:00:06Z\", 5.0]")
    }
    func optionalDate(_ value: Date?) -> Date? { saw(value, is: quoted("1970-01-01T00:00:06Z")) }
    func optionalURL(_ value: URL?) -> URL? { saw(value) }

    func time(_ value: timespec) -> timespec { saw(value) }
    func division(_ value: div_t) -> div_t { saw(value) }
    func file(_ value: UnsafeMutablePointer<FILE>) -> UnsafeMutablePointer<FILE> { value }
    func optionalTime(_ value: timespec?) -> timespec? { saw(value) }

    func duration(_ value: Duration) -> Duration { saw(value, is: "[5.5]") }
    func instant(_ value: ContinuousClock.Instant) -> ContinuousClock.Instant { value }
    func clock(_ value: ContinuousClock) -> ContinuousClock { value }
    func mirror(_ value: Mirror) -> Mirror { value }
    func identifier(_ value: ObjectIdentifier) -> ObjectIdentifier { saw(value, is: "[4096]") }
    func result(_ value: Result<Int, any Error>) -> Result<Int, any Error> { saw(value) }
    func resultFault(_ value: Result<String, Fault>) -> Result<String, Fault> { saw(value) }
    func keyPath(_ value: KeyPath<Small, Int>) -> KeyPath<Small, Int> { saw(value) }
    func unmanaged(_ value: Unmanaged<Animal>) -> Unmanaged<Animal> { saw(value, is: "[\"(unmanaged reference)\"]") }
    func opaquePointer(_ value: OpaquePointer?) -> OpaquePointer? { saw(value, is: "[4096]") }
    func pointer(_ value: UnsafePointer<Int>) -> UnsafePointer<Int> { saw(value, is: "[4096]") }
    func rawBuffer(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer { saw(value, is: "[null, null]") }
    func buffer(_ value: UnsafeMutableBufferPointer<Int8>) -> UnsafeMutableBufferPointer<Int8> {
        saw(value, is: "[null, 0]")
    }
    func priority(_ value: TaskPriority) -> TaskPriority { saw(value) }
    func task(_ value: Task<Int, Never>) -> Task<Int, Never> { saw(value, is: "[[]]") }
    func stream(_ value: AsyncStream<Int>) -> AsyncStream<Int> { value }
    func difference(_ value: CollectionDifference<Int>) -> CollectionDifference<Int> { value }
    func regex(_ value: Regex<Substring>) -> Regex<Substring> { value }
    func span(_ value: Span<Int>) { print(value.count) }
}

func callImported(_ zoo: any Imported) {
    _ = zoo.date(Date(timeIntervalSince1970: 5.25))
    _ = zoo.url(URL(string: "http://example.org/a?b=c")!)
    _ = zoo.data(Data([1, 2, 255]))
    _ = zoo.uuid(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)
    _ = zoo.decimal(Decimal(12.5))
    _ = zoo.indexPath([1, 2])
    _ = zoo.request(URLRequest(url: URL(string: "http://example.org/a")!))
    _ = zoo.components(DateComponents(year: 2020))
    _ = zoo.locale(Locale(identifier: "en"))
    _ = zoo.timeZone(TimeZone(secondsFromGMT: 0)!)
    _ = zoo.characterSet(CharacterSet(charactersIn: "ab"))
    _ = zoo.nsError(NSError(domain: "domain", code: 3))
    _ = zoo.nsRange(NSRange(location: 1, length: 2))
    _ = zoo.point(CGPoint(x: 1.5, y: 2))
    _ = zoo.rect(CGRect(x: 1, y: 2, width: 3, height: 4))
    _ = zoo.notification(Notification(name: .init("name")))
    _ = zoo.notificationName(.init("name"))
    _ = zoo.measurement(Measurement(value: 2.5, unit: .meters))
    _ = zoo.interval(DateInterval(start: Date(timeIntervalSince1970: 1), duration: 5))
    _ = zoo.optionalDate(Date(timeIntervalSince1970: 6))
    _ = zoo.optionalURL(nil)

    _ = zoo.time(timespec(tv_sec: 1, tv_nsec: 2))
    _ = zoo.division(div(7, 2))
    _ = zoo.file(stdout)
    _ = zoo.optionalTime(timespec(tv_sec: 3, tv_nsec: 4))

    _ = zoo.duration(.seconds(5.5))
    _ = zoo.instant(instant)
    _ = zoo.clock(ContinuousClock())
    _ = zoo.mirror(Mirror(reflecting: 5))
    _ = zoo.identifier(unsafeBitCast(4096, to: ObjectIdentifier.self))
    _ = zoo.result(.success(3))
    _ = zoo.resultFault(.failure(.number(2)))
    _ = zoo.keyPath(\.a)
    _ = zoo.unmanaged(Unmanaged.passUnretained(kept))
    _ = zoo.opaquePointer(OpaquePointer(bitPattern: 4096))
    _ = zoo.pointer(UnsafePointer(bitPattern: 4096)!)
    _ = zoo.rawBuffer(UnsafeRawBufferPointer(start: nil, count: 0))
    _ = zoo.buffer(UnsafeMutableBufferPointer(start: nil, count: 0))
    _ = zoo.priority(.high)
    _ = zoo.task(Task { 5 })
    _ = zoo.stream(AsyncStream { $0.finish() })
    _ = zoo.difference([1].difference(from: [2]))
    _ = zoo.regex(try! Regex("a", as: Substring.self))
    zoo.span([1, 2].span)
}

// MARK: Ways to pass values, functions, metatypes, generic parameters

protocol Passing: AnyObject {
    associatedtype Item
    associatedtype Problem: Error
    associatedtype Body: Loose
    func changed(_ value: inout Int) -> Int
    func changedText(_ value: inout String) -> Int
    func changedLarge(_ value: inout Five) -> Int
    func changedTuple(_ value: inout (Int, String)) -> Int
    func changedObject(_ value: inout Animal?) -> Int
    func variadic(_ values: Int...) -> Int
    func owned(_ value: __owned String) -> String
    func consumed(_ value: consuming Five) -> Five
    func borrowed(_ value: borrowing Five) -> Int
    func sent(_ value: sending Animal) -> sending Animal
    func borrowedToken(_ value: borrowing Token) -> Int
    func consumedToken(_ value: consuming Token) -> Int
    func changedToken(_ value: inout Token) -> Int
    func newToken(_ value: Int) -> Token
    func atomic(_ value: borrowing Atomic<Int>) -> Int
    func mutex(_ value: borrowing Mutex<Int>) -> Int

    func closure(_ value: () -> Int) -> Int
    func escaping(_ value: @escaping (Int) -> String) -> (Int) -> String
    func sendable(_ value: @escaping @Sendable (Int) -> Int) -> Int
    func asyncClosure(_ value: @escaping () async throws -> Int) -> Int
    func autoclosure(_ value: @autoclosure () -> Int) -> Int
    func rethrowing(_ value: () throws -> Int) rethrows -> Int
    func function(_ value: @convention(c) (Int) -> Int) -> Int
    func thinResult(_ value: Int) -> @convention(c) (Int) -> Int

    func metatype(_ value: Int.Type) -> Int.Type
    func classMetatype(_ value: Animal.Type) -> Animal.Type
    func boundMetatype(_ value: any Bound.Type) -> any Bound.Type
    func anyMetatype(_ value: Any.Type) -> Any.Type
    func anyClass(_ value: AnyClass) -> AnyClass

    func generic<A>(_ value: A) -> A
    func genericLoose<A: Loose>(_ value: A, _ number: Int) -> Int
    func genericReference<A: AnyObject>(_ value: A) -> A
    func genericClass<A: Animal>(_ value: A) -> A
    func genericSequence<A: Sequence>(_ value: A, _ number: Int) -> Int where A.Element == Int
    func genericOptional<A>(_ value: A?) -> A?
    func genericArray<A>(_ value: [A], _ number: Int) -> [A]
    func genericTuple<A>(_ value: (A, Int)) -> (A, Int)
    func genericMetatype<A>(_ value: A.Type) -> Int
    func genericBox<A>(_ value: Box<A>) -> Box<A>
    func some(_ value: some Loose, _ number: Int) -> Int
    func pack<each A>(_ value: repeat each A) -> Int
    func count<let n: Int>(_ value: InlineArray<n, Int>) -> Int
    func suppressed<A: ~Copyable>(_ value: borrowing A) -> Int
    func item(_ value: Item) -> Item
    func items(_ value: [Item], _ number: Int) -> Int
    func selfValue() -> Self
    func selfParameter(_ value: Self) -> Int
    var body: Body { get }
    func laterBody() async -> Body

    func throwing(_ value: Int) throws -> Int
    func typed(_ value: Int) throws(Fault) -> Int
    func typedStruct(_ value: Int) throws(Failure) -> String
    func typedLarge(_ value: Int) throws(Fault) -> Five
    func typedGeneric<E: Error>(_ value: E) throws(E) -> Int
    func typedProblem(_ value: Int) throws(Problem) -> Double
    func typedFloats(_ value: Int) throws(Fault) -> FourDoubles
    func later(_ value: Int) async -> Int
    func laterLarge(_ value: Five) async -> Five
    func laterThrowing(_ value: Int) async throws -> String
    func laterTyped(_ value: Int) async throws(Fault) -> Int
    func laterGeneric<A>(_ value: A) async -> A
    func laterItem(_ value: Item) async -> Item
    func laterAny(_ value: Any) async -> Any
    func laterTuple(_ value: (Int, String)) async -> (Int, String)
    func isolated(_ value: Int, _ actor: isolated Keeper) async -> Int
    func isolatedHere(_ value: Int, _ actor: isolated (any Actor)?) async -> Int
    nonisolated(nonsending) func staying(_ value: Int) async -> Int
    @concurrent func leaving(_ value: Int) async -> Int
    @MainActor func onMain(_ value: Int) -> Int

    static func type(_ value: Int) -> Int
    init(value: Int)
    init?(optional value: Int)
    subscript(_ value: Int, other text: String) -> Int { get set }
    subscript(type value: Int) -> String { get }
    var property: Five { get set }
    var readOnly: String { get }
    var laterProperty: Int { get async throws }
    static var typeProperty: Int { get set }
}

final class PassingZoo: Passing {
    var state = 0
    func changed(_ value: inout Int) -> Int {
        value += 1
        return value
    }
    func changedText(_ value: inout String) -> Int {
        value += " and more text than before"
        return value.utf8.count
    }
    func changedLarge(_ value: inout Five) -> Int {
        value.e = 9
        return value.a
    }
    func changedTuple(_ value: inout (Int, String)) -> Int {
        value.0 = 9
        return 1
    }
    func changedObject(_ value: inout Animal?) -> Int {
        value = nil
        return 1
    }
    func variadic(_ values: Int...) -> Int { values.reduce(0, +) }
    func owned(_ value: __owned String) -> String { saw(value) }
    func consumed(_ value: consuming Five) -> Five { saw(value) }
    func borrowed(_ value: borrowing Five) -> Int { value.a }
    func sent(_ value: sending Animal) -> sending Animal { Animal(value.number) }
    func borrowedToken(_ value: borrowing Token) -> Int { value.number }
    func consumedToken(_ value: consuming Token) -> Int { value.number }
    func changedToken(_ value: inout Token) -> Int {
        value.number += 1
        return value.number
    }
    func newToken(_ value: Int) -> Token { Token(number: value) }
    func atomic(_ value: borrowing Atomic<Int>) -> Int { value.load(ordering: .relaxed) }
    func mutex(_ value: borrowing Mutex<Int>) -> Int { value.withLock { $0 } }

    func closure(_ value: () -> Int) -> Int { value() }
    func escaping(_ value: @escaping (Int) -> String) -> (Int) -> String { value }
    func sendable(_ value: @escaping @Sendable (Int) -> Int) -> Int { value(1) }
    func asyncClosure(_ value: @escaping () async throws -> Int) -> Int { 1 }
    func autoclosure(_ value: @autoclosure () -> Int) -> Int { value() }
    func rethrowing(_ value: () throws -> Int) rethrows -> Int { try value() }
    func function(_ value: @convention(c) (Int) -> Int) -> Int { value(1) }
    func thinResult(_ value: Int) -> @convention(c) (Int) -> Int { { $0 } }

    func metatype(_ value: Int.Type) -> Int.Type { value }
    func classMetatype(_ value: Animal.Type) -> Animal.Type { value }
    func boundMetatype(_ value: any Bound.Type) -> any Bound.Type { value }
    func anyMetatype(_ value: Any.Type) -> Any.Type { value }
    func anyClass(_ value: AnyClass) -> AnyClass { value }

    func generic<A>(_ value: A) -> A { saw(value) }
    func genericLoose<A: Loose>(_ value: A, _ number: Int) -> Int { number }
    func genericReference<A: AnyObject>(_ value: A) -> A { saw(value) }
    func genericClass<A: Animal>(_ value: A) -> A { saw(value) }
    func genericSequence<A: Sequence>(_ value: A, _ number: Int) -> Int where A.Element == Int { value.reduce(0, +) }
    func genericOptional<A>(_ value: A?) -> A? { saw(value) }
    func genericArray<A>(_ value: [A], _ number: Int) -> [A] { saw(value) }
    func genericTuple<A>(_ value: (A, Int)) -> (A, Int) { saw(value) }
    func genericMetatype<A>(_ value: A.Type) -> Int { 1 }
    func genericBox<A>(_ value: Box<A>) -> Box<A> { saw(value) }
    func some(_ value: some Loose, _ number: Int) -> Int { number }
    func pack<each A>(_ value: repeat each A) -> Int { 3 }
    func count<let n: Int>(_ value: InlineArray<n, Int>) -> Int { n }
    func suppressed<A: ~Copyable>(_ value: borrowing A) -> Int { 1 }
    func item(_ value: Double) -> Double { saw(value) }
    func items(_ value: [Double], _ number: Int) -> Int { number }
    func selfValue() -> Self { self }
    func selfParameter(_ value: PassingZoo) -> Int { value.state }
    var body: some Loose { Small(a: 1, b: 2) }
    func laterBody() async -> Body { body }

    func throwing(_ value: Int) throws -> Int {
        if value > 1 { throw Fault.number(value) }
        return value
    }
    func typed(_ value: Int) throws(Fault) -> Int {
        if value > 1 { throw .number(value) }
        return value
    }
    func typedStruct(_ value: Int) throws(Failure) -> String {
        if value > 1 { throw Failure(number: value) }
        return "typed"
    }
    func typedLarge(_ value: Int) throws(Fault) -> Five {
        if value > 1 { throw .text("large") }
        return Five(a: value, b: 2, c: 3, d: 4, e: 5)
    }
    func typedGeneric<E: Error>(_ value: E) throws(E) -> Int { throw value }
    func typedProblem(_ value: Int) throws(Fault) -> Double {
        if value > 1 { throw .number(value) }
        return 2.5
    }
    func typedFloats(_ value: Int) throws(Fault) -> FourDoubles {
        if value > 1 { throw .number(value) }
        return FourDoubles(a: 1, b: 2, c: 3, d: 4)
    }
    func later(_ value: Int) async -> Int {
        await Task.yield()
        return value
    }
    func laterLarge(_ value: Five) async -> Five {
        await Task.yield()
        return saw(value)
    }
    func laterThrowing(_ value: Int) async throws -> String {
        await Task.yield()
        if value > 1 { throw Fault.number(value) }
        return "later"
    }
    func laterTyped(_ value: Int) async throws(Fault) -> Int {
        await Task.yield()
        if value > 1 { throw .number(value) }
        return value
    }
    func laterGeneric<A>(_ value: A) async -> A {
        await Task.yield()
        return saw(value)
    }
    func laterItem(_ value: Double) async -> Double { saw(value) }
    func laterAny(_ value: Any) async -> Any { saw(value) }
    func laterTuple(_ value: (Int, String)) async -> (Int, String) { saw(value) }
    func isolated(_ value: Int, _ actor: isolated Keeper) async -> Int { value }
    func isolatedHere(_ value: Int, _ actor: isolated (any Actor)?) async -> Int { value }
    nonisolated(nonsending) func staying(_ value: Int) async -> Int { value }
    @concurrent func leaving(_ value: Int) async -> Int { value }
    @MainActor func onMain(_ value: Int) -> Int { value }

    static func type(_ value: Int) -> Int { value }
    init(value: Int) { state = value }
    init?(optional value: Int) { if value > 1 { return nil } }
    subscript(_ value: Int, other text: String) -> Int {
        get { state + value + text.utf8.count }
        set { state = newValue }
    }
    subscript(type value: Int) -> String { "\(value)" }
    var property = Five(a: 1, b: 2, c: 3, d: 4, e: 5)
    var readOnly: String { "read only" }
    var laterProperty: Int {
        get async throws {
            await Task.yield()
            return 7
        }
    }
    static nonisolated(unsafe) var typeProperty = 3
}

@inline(never) @_optimize(none) @MainActor func callPassing<Zoo: Passing>(_ zoo: Zoo) async
where Zoo.Item == Double {
    var int = 1
    var string = "text"
    var five = Five(a: 1, b: 2, c: 3, d: 4, e: 5)
    var tuple = (1, "tuple")
    var animal: Animal? = kept
    print(zoo.changed(&int), zoo.changedText(&string), zoo.changedLarge(&five), zoo.changedTuple(&tuple))
    print(zoo.changedObject(&animal), int, string, five, tuple, animal == nil)
    print(zoo.variadic(1, 2, 3), zoo.owned("owned"), zoo.consumed(five), zoo.borrowed(five), zoo.sent(Animal(3)).number)
    var token = Token(number: 5)
    print(zoo.borrowedToken(token), zoo.changedToken(&token), zoo.consumedToken(token), zoo.newToken(4).number)
    let atomic = Atomic(6)
    let mutex = Mutex(7)
    print(zoo.atomic(atomic), zoo.mutex(mutex))

    print(zoo.closure({ int }), zoo.escaping({ "\($0)" })(5), zoo.sendable({ $0 }), zoo.asyncClosure({ 5 }))
    print(zoo.autoclosure(int + 1), zoo.rethrowing({ 5 }), zoo.function({ $0 + 1 }), zoo.thinResult(1)(6))
    print(zoo.metatype(Int.self), zoo.classMetatype(Cat.self), zoo.boundMetatype(Cat.self), zoo.anyMetatype(Int.self))
    print(zoo.anyClass(Cat.self))

    print(
        zoo.generic(five),
        zoo.genericLoose(five, 2),
        zoo.genericReference(kept) === kept,
        zoo.genericClass(kept).number
    )
    print(zoo.genericSequence([1, 2], 3), zoo.genericOptional(5) as Any, zoo.genericArray(["a"], 4))
    print(zoo.genericTuple(("a", 5)), zoo.genericMetatype(Int.self), zoo.genericBox(Box(item: 5)), zoo.some(five, 6))
    print(zoo.pack(1, "two"), zoo.count([1, 2, 3] as InlineArray), zoo.suppressed(Token(number: 1)), zoo.item(2.5))
    print(zoo.items([1.5], 7), zoo.selfValue() === zoo, zoo.selfParameter(zoo), zoo.body)
    print(await zoo.laterBody())

    for value in 1...2 {
        do { print(try zoo.throwing(value)) } catch { print(error) }
        do { print(try zoo.typed(value)) } catch { print(error) }
        do { print(try zoo.typedStruct(value)) } catch { print(error) }
        do { print(try zoo.typedLarge(value)) } catch { print(error) }
        do { print(try zoo.typedGeneric(Failure(number: value))) } catch { print(error) }
        do { print(try zoo.typedProblem(value)) } catch { print(error) }
        do { print(try zoo.typedFloats(value)) } catch { print(error) }
        do { print(try await zoo.laterThrowing(value)) } catch { print(error) }
        do { print(try await zoo.laterTyped(value)) } catch { print(error) }
    }
    print(await zoo.later(1), await zoo.laterLarge(five), await zoo.laterGeneric(five), await zoo.laterItem(1.5))
    print(await zoo.laterAny("any"), await zoo.laterTuple((1, "later")), await zoo.isolated(1, Keeper()))
    print(await zoo.isolatedHere(2, nil), await zoo.staying(3), await zoo.leaving(4), zoo.onMain(5))

    print(Zoo.type(1), Zoo(value: 5).readOnly, Zoo(optional: 1) == nil, Zoo(optional: 2) == nil)
    print(zoo[1, other: "text"], zoo[type: 4])
    zoo[2, other: "set"] = 9
    zoo.property = five
    Zoo.typeProperty = 4
    print(zoo.property, zoo.readOnly, (try? await zoo.laterProperty) ?? 0, Zoo.typeProperty)
}

// MARK: Private types

private protocol Secret: AnyObject {
    func hidden(_ value: Hidden) -> Hidden
    func hiddenCase(_ value: HiddenCase) -> HiddenCase
    func hiddenClass(_ value: HiddenClass) -> HiddenClass
    func hiddenOptional(_ value: Hidden?) -> Hidden?
    func hiddenBox(_ value: Box<Hidden>, _ number: Int) -> Int
    func hiddenLater(_ value: Hidden) async -> Hidden
    func hiddenError(_ value: Int) throws -> Int
}

private final class SecretZoo: Secret {
    func hidden(_ value: Hidden) -> Hidden { saw(value) }
    func hiddenCase(_ value: HiddenCase) -> HiddenCase { saw(value) }
    func hiddenClass(_ value: HiddenClass) -> HiddenClass { saw(value) }
    func hiddenOptional(_ value: Hidden?) -> Hidden? { saw(value) }
    func hiddenBox(_ value: Box<Hidden>, _ number: Int) -> Int {
        saw(value)
        return number
    }
    func hiddenLater(_ value: Hidden) async -> Hidden { saw(value) }
    func hiddenError(_ value: Int) throws -> Int {
        struct Inner: Error { var number = 5 }
        throw Inner()
    }
}

// Without it, the optimiser knows whose methods are called.
private final class OtherSecretZoo: Secret {
    func hidden(_ value: Hidden) -> Hidden { value }
    func hiddenCase(_ value: HiddenCase) -> HiddenCase { value }
    func hiddenClass(_ value: HiddenClass) -> HiddenClass { value }
    func hiddenOptional(_ value: Hidden?) -> Hidden? { value }
    func hiddenBox(_ value: Box<Hidden>, _ number: Int) -> Int { 0 }
    func hiddenLater(_ value: Hidden) async -> Hidden { value }
    func hiddenError(_ value: Int) throws -> Int { value }
}

@inline(never) @_optimize(none) private func secret(_ isFirst: Bool) -> any Secret {
    isFirst ? SecretZoo() : OtherSecretZoo()
}

private func callSecret(_ zoo: any Secret) async {
    _ = zoo.hidden(Hidden(a: 1, b: 2.5))
    _ = zoo.hiddenCase(.text("hidden"))
    _ = zoo.hiddenClass(HiddenClass())
    _ = zoo.hiddenOptional(Hidden(a: 3, b: 4.5))
    _ = zoo.hiddenBox(Box(item: Hidden(a: 5, b: 6.5)), 7)
    _ = await zoo.hiddenLater(Hidden(a: 7, b: 8.5))
    do { _ = try zoo.hiddenError(1) } catch { print(error) }
}

callPlain(hidden(PlainZoo() as any Plain))
callShaped(hidden(ShapedZoo() as any Shaped))
callImported(hidden(ImportedZoo() as any Imported))
await callPassing(PassingZoo(value: 1))
await callSecret(secret(true))
