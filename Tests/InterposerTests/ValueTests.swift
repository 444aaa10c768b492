// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Interposer
import ProxyCore
import Testing

final class ZooObject {}
final class Generic<Element> { let element: Element; init(_ element: Element) { self.element = element } }
struct Nothing: Equatable {}
struct One { var number: Int16 }
struct Assorted { var flag: Bool; var number: Int32; var ratio: Float; var text: String }
struct Around { var mixed: Assorted; var pair: (Int8, Double) }
struct Large { var a: Int; var b: Int; var c: Int; var d: Int; var e: Int }
struct Floats { var x: Float; var y: Float; var z: Double }
struct Crate<Element> { var element: Element; var count: UInt8 }
struct Weak { weak var object: ZooObject?; var number: Int }
enum Side { case left, right, top }
enum Single { case only(Double) }
enum Payload { case none, number(Int), text(String), pair(Int, Double) }
indirect enum Branch { case leaf(Int), node(Branch, Branch) }
enum Far: UInt64 { case first = 1, last = 18_446_744_073_709_551_615 }
protocol Shape: AnyObject {}
extension ZooObject: Shape {}

/// One requirement for each type, and one that takes everything as `Any`.
protocol Zoo: AnyObject {
    func any(_ value: Any)
    func take(_ value: Bool)
    func take(_ value: Int8)
    func take(_ value: UInt16)
    func take(_ value: Int32)
    func take(_ value: UInt64)
    func take(_ value: Float)
    func take(_ value: Float16)
    func take(_ value: Double)
    func take(_ value: String)
    func take(_ value: Substring)
    func take(_ value: Character)
    func take(_ value: [Int])
    func take(_ value: [String: [Double]])
    func take(_ value: Set<UInt8>)
    func take(_ value: Int?)
    func take(_ value: Double?)
    func take(_ value: String?)
    func take(_ value: Bool??)
    func take(_ value: ZooObject)
    func take(_ value: ZooObject?)
    func take(_ value: Generic<Int>)
    func take(_ value: AnyObject)
    func take(_ value: any Shape)
    func take(_ value: any Error)
    func take(_ value: Nothing)
    func take(_ value: One)
    func take(_ value: Assorted)
    func take(_ value: Around)
    func take(_ value: Large)
    func take(_ value: Floats)
    func take(_ value: Crate<Int8>)
    func take(_ value: Crate<String?>)
    func take(_ value: Crate<Crate<Float>>)
    func take(_ value: Side)
    func take(_ value: Single)
    func take(_ value: Payload)
    func take(_ value: Payload?)
    func take(_ value: Branch)
    func take(_ value: Far)
    func take(_ value: ClosedRange<Int>)
    func take(_ value: URL)
    func take(_ value: Date)
    func take(_ value: UUID)
    func take(_ value: Data)
    func take(_ value: IndexPath)
    func take(_ value: Decimal)
}

final class Keeper: Zoo {
    func any(_ value: Any) {}
    func take(_ value: Bool) {}
    func take(_ value: Int8) {}
    func take(_ value: UInt16) {}
    func take(_ value: Int32) {}
    func take(_ value: UInt64) {}
    func take(_ value: Float) {}
    func take(_ value: Float16) {}
    func take(_ value: Double) {}
    func take(_ value: String) {}
    func take(_ value: Substring) {}
    func take(_ value: Character) {}
    func take(_ value: [Int]) {}
    func take(_ value: [String: [Double]]) {}
    func take(_ value: Set<UInt8>) {}
    func take(_ value: Int?) {}
    func take(_ value: Double?) {}
    func take(_ value: String?) {}
    func take(_ value: Bool??) {}
    func take(_ value: ZooObject) {}
    func take(_ value: ZooObject?) {}
    func take(_ value: Generic<Int>) {}
    func take(_ value: AnyObject) {}
    func take(_ value: any Shape) {}
    func take(_ value: any Error) {}
    func take(_ value: Nothing) {}
    func take(_ value: One) {}
    func take(_ value: Assorted) {}
    func take(_ value: Around) {}
    func take(_ value: Large) {}
    func take(_ value: Floats) {}
    func take(_ value: Crate<Int8>) {}
    func take(_ value: Crate<String?>) {}
    func take(_ value: Crate<Crate<Float>>) {}
    func take(_ value: Side) {}
    func take(_ value: Single) {}
    func take(_ value: Payload) {}
    func take(_ value: Payload?) {}
    func take(_ value: Branch) {}
    func take(_ value: Far) {}
    func take(_ value: ClosedRange<Int>) {}
    func take(_ value: URL) {}
    func take(_ value: Date) {}
    func take(_ value: UUID) {}
    func take(_ value: Data) {}
    func take(_ value: IndexPath) {}
    func take(_ value: Decimal) {}
}

extension InterpositionTests {
    @Suite struct ValueTests {
        @inline(never) @_optimize(none) private func zoo() -> any Zoo { Keeper() }

        /// Compares the value of an argument with the same value as `Any`, which is passed by address with its type.
        @Test func argumentsOfAllKindsAreDecoded() {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("Zoo", recorder: recorder)
            defer { interposer.remove() }
            let zoo = zoo()
            func check<Value>(_ value: Value, _ take: (Value) -> Void, line: Int = #line) {
                zoo.any(value)
                take(value)
                recorder.flush()
                let calls = recorder.invocations().items.prefix(2).map { $0.arguments.first?.value }
                guard calls.count == 2, let taken = calls[0], let expected = calls[1] else {
                    Issue.record("not recorded: line \(line)")
                    return
                }
                let isSame =
                    "\(taken.content)".number == "\(expected.content)".number && taken.children == expected.children
                    && taken.text == expected.text
                #expect(isSame, "line \(line): \(taken) instead of \(expected)")
            }
            let mixed = Assorted(flag: true, number: -7, ratio: 0.25, text: "a text of more than fifteen bytes")
            check(true, zoo.take)
            check(Int8(-5), zoo.take)
            check(UInt16.max, zoo.take)
            check(Int32.min, zoo.take)
            check(UInt64.max, zoo.take)
            check(Float(1.5), zoo.take)
            check(Float16(0.5), zoo.take)
            #expect(recorder.invocations().items.first?.arguments.first?.value.content == .float(0.5))
            check(-2.25, zoo.take)
            check("text", zoo.take)
            check("some text".dropFirst(5), zoo.take)
            check(Character("é"), zoo.take)
            check([1, 2, 3], zoo.take)
            check(["a": [1.5], "b": []], zoo.take)
            check([7] as Set<UInt8>, zoo.take)
            check(Int?.some(9), zoo.take)
            check(Double?.none, zoo.take)
            check(Double?.some(2.5), zoo.take)
            check(String?.some("some"), zoo.take)
            check(Bool??.some(.some(false)), zoo.take)
            check(ZooObject(), zoo.take)
            check(ZooObject?.some(ZooObject()), zoo.take)
            check(Generic(3), zoo.take)
            check(ZooObject() as AnyObject, zoo.take)
            check(ZooObject() as any Shape, zoo.take)
            check(CancellationError() as any Error, zoo.take)
            check(Nothing(), zoo.take)
            check(One(number: 300), zoo.take)
            check(mixed, zoo.take)
            check(Around(mixed: mixed, pair: (-1, 8.5)), zoo.take)
            check(Large(a: 1, b: 2, c: 3, d: 4, e: 5), zoo.take)
            check(Floats(x: 1, y: 2, z: 3), zoo.take)
            check(Crate(element: Int8(4), count: 5), zoo.take)
            check(Crate(element: String?.some("inside"), count: 6), zoo.take)
            check(Crate(element: Crate(element: Float(0.5), count: 7), count: 8), zoo.take)
            check(Side.top, zoo.take)
            check(Single.only(4.5), zoo.take)
            check(Payload.pair(3, 1.5), zoo.take)
            check(Payload.text("payload"), zoo.take)
            check(Payload?.some(.number(77)), zoo.take)
            check(Branch.node(.leaf(1), .leaf(2)), zoo.take)
            check(Far.last, zoo.take)
            check(2...5, zoo.take)
            check(URL(string: "https://example.org/path")!, zoo.take)
            check(Date(timeIntervalSince1970: 1_000_000), zoo.take)
            check(UUID(), zoo.take)
            check(Data([1, 2, 3]), zoo.take)
            check(IndexPath(indexes: [1, 2, 3]), zoo.take)
            check(Decimal(1.25), zoo.take)
            let refused = interposer.entries.filter { $0.refusal != nil }
            #expect(refused.isEmpty, "\(refused)")
        }
    }
}

extension String {
    /// The same for signed and unsigned numbers; their forms differ between static types and `Any`.
    fileprivate var number: String { replacingOccurrences(of: "unsigned", with: "signed") }
}
