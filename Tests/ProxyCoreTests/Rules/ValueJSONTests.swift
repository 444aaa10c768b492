// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ProxyCore

private struct Secret: Codable, Redactable { var key = "k" }

private struct Login: Codable {
    var user: String
    var password: String?
}

private struct WithSecret: Codable { var secret: Secret? = Secret() }

private struct Undecodable: Encodable { var number = 1 }

/// An object that contains itself.
private final class Knot: Codable {
    var next: [Knot?] = []
}

/// Writes nothing.
private struct Silent: Codable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
}

struct ValueJSONTests {
    /// Values whose JSON makes them again.
    private static let values: [any Hashable & Sendable] = [
        0, -1, Int8.min, UInt64.max, Int128.min, UInt128.max, 1.5, -0.0, Double.greatestFiniteMagnitude,
        Double.leastNonzeroMagnitude,
        Double.infinity, -Float.infinity, Float.pi, Float16(0.1), true, "a\"\n\u{0}é😀", "", Substring("x"),
        Character("👨‍👩‍👧"), Unicode.Scalar(0x1F600)!, Duration(attoseconds: -1_000_000_000_000_000_001), Duration.zero,
        Duration.seconds(1.25), Int?.none, Int?.some(3), Int??.some(4), [1, nil, 2], [[Int]](), ContiguousArray(["a"]),
        [1, 2][1...], Set(["a", "b"]), ["a": 1, "": 2], [1: true], [true: "x"], [[1]: [2]], [Level.high: [Mode.fast]],
        [UserID(rawValue: 1): 2], [Temperature(celsius: 1): Direction.north], 1..<1, 1...Int.max, 0.5..<1,
        Direction.south, Level.low, Mode.slow, Signal.go, UserID(rawValue: .min), Temperature(celsius: -3),
        Profile(name: "A", age: 3, tags: ["x"]), Profile(name: "B"), Job.idle,
        Job.after(.after(.idle, seconds: .infinity), seconds: 1), MadeChoice.all, MadeChoice.some(7),
        [MadeChoice.none, nil],
        Matrix([[1, -1], []]), Tree([Tree(), nil]), Tree?.some(Tree()), SIMD4<Int8>(1, 2, 3, 4),
        Date(timeIntervalSinceReferenceDate: 1.5), Data([0, 255]), UUID(), URL(string: "https://a.example/?b#c")!,
        Decimal(string: "1.25")!, DateComponents(year: 2_026), Locale(identifier: "de_DE"),
    ]

    @Test(arguments: values.indices)
    func valuesAreMadeAgainFromTheirJSON(_ index: Int) throws {
        func check<Value: Hashable>(_ value: Value) throws {
            let json = try #require(ValueMaker.json(of: value, as: Value.self))
            #expect(try ValueMaker.make(json, as: Value.self) == value)
            #expect(try AnyHashable(ValueMaker.makeAny(json, as: Value.self) as! Value) == AnyHashable(value))
        }
        try check(Self.values[index])
    }

    @Test func everyHalfIsMadeAgain() throws {
        for bits in UInt16.min ... .max {
            let half = Float16(bitPattern: bits)
            let json = try #require(ValueMaker.json(of: half, as: Float16.self))
            let made = try ValueMaker.make(json, as: Float16.self)
            guard made.bitPattern == bits || made.isNaN && half.isNaN else {
                Issue.record("\(json) made \(made)")
                return
            }
        }
    }

    @Test func otherValuesAreMadeAgain() throws {
        #expect(ValueMaker.json(of: Double.nan, as: Double.self) == "\"nan\"")
        #expect(ValueMaker.json(of: (), as: Void.self) == "null")
        #expect(ValueMaker.json(of: Options(rawValue: 5), as: Options.self) == "5")
        #expect(ValueMaker.json(of: Shape.circle, as: Shape.self) == "\"circle\"")
        #expect(ValueMaker.json(of: Shape.none, as: Shape?.self) == "\"none\"")
        let json = try #require(ValueMaker.json(of: Dog(name: "Rex"), as: Dog.self))
        #expect(try ValueMaker.make(json, as: Dog.self).legs == 4)
        #expect(ValueMaker.json(of: ["b": 1, "a": 2], as: [String: Int].self) == #"{"a":2,"b":1}"#)
    }

    @Test func valuesThatWouldBecomeOthersHaveNoJSON() {
        #expect(ValueMaker.json(of: Int??.some(nil) as Any, as: Int??.self) == nil)
        #expect(ValueMaker.json(of: Int??.none as Any, as: Int??.self) == "null")
        #expect(ValueMaker.json(of: [Void?.some(())], as: [Void?].self) == nil)
        #expect(ValueMaker.json(of: Dog(name: "Rex") as Animal, as: Animal.self) == nil)
        #expect(ValueMaker.json(of: Shape.sided(3), as: Shape.self) == nil)
        #expect(ValueMaker.json(of: Shape.square, as: Shape.self) == nil)
        #expect(ValueMaker.json(of: Undecodable(), as: Undecodable.self) == nil)
        #expect(ValueMaker.json(of: Silent(), as: Silent.self) == nil)
        #expect(ValueMaker.json(of: OpaqueSession(), as: OpaqueSession.self) == nil)
        #expect(ValueMaker.json(of: 1, as: Any.self) == nil)
        #expect(ValueMaker.json(of: "1", as: Int.self) == nil)
    }

    @Test func hiddenPartsHaveNoJSON() {
        #expect(ValueMaker.json(of: Secret(), as: Secret.self) == nil)
        #expect(ValueMaker.json(of: WithSecret(), as: WithSecret.self) == nil)
        #expect(ValueMaker.json(of: WithSecret(secret: nil), as: WithSecret.self) == "{}")
        let isHidden: (Any.Type, String?) -> Bool = { type, label in label == "password" || type == Float.self }
        let login = Login(user: "u", password: "p")
        #expect(ValueMaker.json(of: login, as: Login.self) != nil)
        #expect(ValueMaker.json(of: login, as: Login.self, isHidden: isHidden) == nil)
        #expect(ValueMaker.json(of: Login(user: "u"), as: Login.self, isHidden: isHidden) != nil)
        #expect(ValueMaker.json(of: ["password": 1], as: [String: Int].self, isHidden: isHidden) == nil)
        #expect(ValueMaker.json(of: [1 as Float], as: [Float].self, isHidden: isHidden) == nil)
    }

    @Test func largeAndEndlessValuesHaveNoJSON() {
        #expect(ValueMaker.json(of: Array(repeating: 0, count: 50_000_000), as: [Int].self) == nil)
        #expect(ValueMaker.json(of: Array(repeating: Contact.mail, count: 200_000), as: [Contact].self) == nil)
        #expect(ValueMaker.json(of: Array(repeating: Tree(), count: 600_000), as: [Tree].self) == nil)
        let knot = Knot()
        knot.next = [knot, knot]
        #expect(ValueMaker.json(of: knot, as: Knot.self) == nil)
        knot.next = []
        var deep = Tree()
        for _ in 1..<64 { deep = Tree([deep]) }
        #expect(ValueMaker.json(of: deep, as: Tree.self) != nil)
        #expect(ValueMaker.json(of: Tree([deep]), as: Tree.self) == nil)
    }
}
