// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

enum Direction: CaseIterable { case north, south }

enum Level: Int, CaseIterable { case low = 1, high = 5 }

enum Mode: String, CaseIterable { case fast = "f", slow }

enum Signal: String { case stop, go }

struct Options: OptionSet { let rawValue: UInt8 }

struct UserID: RawRepresentable, Hashable { let rawValue: Int }

struct Temperature: ConstructibleValue, Hashable {
    var celsius: Double

    var inspectedDescription: String { "\(celsius) °C" }

    init(celsius: Double) { self.celsius = celsius }

    init?(inspectedDescription text: String) {
        guard text.hasSuffix(" °C"), let celsius = Double(text.dropLast(3)) else { return nil }
        self.celsius = celsius
    }
}

/// An enumeration whose description lies, with cases that have payloads.
enum Shape: CaseIterable, CustomStringConvertible, CustomReflectable, Equatable {
    case none, square, sided(Int), circle

    static var allCases: [Shape] { [.none, .sided(3), .sided(4), .circle, .circle] }

    var description: String { fatalError("the description is not asked for") }
    var customMirror: Mirror { fatalError("the mirror is not asked for") }
}

protocol Drawable {}

class OpaqueSession {}

/// A type whose raw value is of the type itself.
struct Endless: RawRepresentable {
    var rawValue: EndlessBox
    init?(rawValue: EndlessBox) { nil }
}

struct EndlessBox: RawRepresentable {
    var rawValue: Endless { fatalError("not asked for") }
    init?(rawValue: Endless) { nil }
}

/// Every type of it has another one as its raw value.
struct Growing<Value>: RawRepresentable {
    var rawValue: Growing<[Value]> { fatalError("not asked for") }
    init?(rawValue: Growing<[Value]>) { nil }
}

struct ValueFormTests {
    @Test func rawValuesMakeTheirCases() throws {
        #expect(try ValueMaker.make("5", as: Level.self) == .high)
        #expect(try ValueMaker.make("\"f\"", as: Mode.self) == .fast)
        #expect(try ValueMaker.make("\"go\"", as: Signal.self) == .go)
        #expect(try ValueMaker.make("6", as: Options.self).rawValue == 6)
        #expect(try ValueMaker.make("[7]", as: [UserID].self) == [UserID(rawValue: 7)])
    }

    @Test func unknownRawValuesAreRefusedWithTheAllowedOnes() {
        #expect(problem("3", Level.self) == #"3 is not a Level; give 1, 5, "low" or "high" (byte 0)"#)
        #expect(problem("\"x\"", Level.self) == #""x" is not a Level; give 1, 5, "low" or "high" (byte 0)"#)
        #expect(problem("\"fast\"", Mode.self) == #""fast" is not a Mode; give "f" or "slow" (byte 0)"#)
        #expect(problem("\"x\"", Signal.self) == "\"x\" is not a Signal; give another raw value (byte 0)")
        #expect(
            problem("300", Options.self)
                == "Options is made from its raw value: 300 is not a UInt8; give 0 to 255 (byte 0)"
        )
    }

    @Test func namesMakeCasesUnlessRawValuesAreStrings() throws {
        #expect(try ValueMaker.make("\"south\"", as: Direction.self) == .south)
        #expect(try ValueMaker.make("\"high\"", as: Level.self) == .high)
        #expect(problem("\"fast\"", Mode.self) != nil)
        #expect(problem("\"east\"", Direction.self) == #""east" is not a Direction; give "north" or "south" (byte 0)"#)
        #expect(problem("1", Direction.self) == #"1 is not a Direction; give "north" or "south" (byte 0)"#)
    }

    @Test func onlyListedCasesWithoutPayloadHaveNames() throws {
        #expect(try ValueMaker.make("\"circle\"", as: Shape.self) == .circle)
        #expect(try ValueMaker.make("\"none\"", as: Shape?.self) == .some(.none))
        #expect(problem("\"sided\"", Shape.self) == #""sided" is not a Shape; give "none" or "circle" (byte 0)"#)
        #expect(problem("\"square\"", Shape.self) == #""square" is not a Shape; give "none" or "circle" (byte 0)"#)
    }

    @Test func constructibleValuesAreMadeFromTheirText() throws {
        #expect(try ValueMaker.make("\"21.5 °C\"", as: Temperature.self) == Temperature(celsius: 21.5))
        #expect(problem("\"warm\"", Temperature.self)?.contains("init?(inspectedDescription:) accepts") == true)
        #expect(problem("21.5", Temperature.self)?.contains("give a string") == true)
    }

    @Test func collectionsAreMadeOfTheirElements() throws {
        #expect(try ValueMaker.make("[[1],[]]", as: [[Int]].self) == [[1], []])
        #expect(try ValueMaker.make("[1,2]", as: ContiguousArray<UInt8>.self) == [1, 2])
        #expect(try ValueMaker.make("[1,2]", as: ArraySlice<UInt8>.self) == [1, 2])
        #expect(try ValueMaker.make("[2,1]", as: Set<Int>.self) == [1, 2])
        #expect(problem("{}", [Int].self) == "This object is not a value of [Int]; give an array (byte 0)")
        #expect(problem("[1,2,1]", Set<Int>.self) == "1 is in the set already; give each element once (byte 5)")
        #expect(problem(#"["é","e\u0301"]"#, Set<String>.self)?.hasSuffix("each element once (byte 6)") == true)
        #expect(problem(#"["nan"]"#, Set<Double>.self)?.contains("is not equal to itself") == true)
    }

    @Test func dictionariesHaveObjectsOrPairs() throws {
        #expect(try ValueMaker.make(#"{"a":1}"#, as: [String: Int].self) == ["a": 1])
        #expect(try ValueMaker.make(#"{"-1":true}"#, as: [Int: Bool].self) == [-1: true])
        #expect(try ValueMaker.make(#"{"7":true}"#, as: [UserID: Bool].self) == [UserID(rawValue: 7): true])
        #expect(try ValueMaker.make(#"{"north":1}"#, as: [Direction: Int].self) == [.north: 1])
        #expect(try ValueMaker.make(#"{"5":1,"low":2}"#, as: [Level: Int].self) == [.high: 1, .low: 2])
        #expect(try ValueMaker.make(#"{"1.0 °C":1}"#, as: [Temperature: Int].self) == [Temperature(celsius: 1): 1])
        #expect(try ValueMaker.make("[[true,1],[false,2]]", as: [Bool: Int].self) == [true: 1, false: 2])
        #expect(try ValueMaker.make("[[[1],1]]", as: [[Int]: Int].self) == [[1]: 1])
    }

    @Test func keysAreRefusedTwiceAndInOtherForms() {
        #expect(problem(#"{"a":1,"\u0061":2}"#, [String: Int].self)?.contains("give each key once (byte 7)") == true)
        #expect(problem(#"{"01":1}"#, [Int8: Int].self)?.contains("give the digits of -128 to 127") == true)
        #expect(problem(#"{"128":1}"#, [Int8: Int].self)?.contains("give the digits of -128 to 127") == true)
        #expect(problem(#"{"5":1,"high":2}"#, [Level: Int].self)?.contains("give each key once") == true)
        #expect(problem("[[true,1],[true,2]]", [Bool: Int].self)?.contains("give each key once (byte 11)") == true)
        #expect(problem("[[true]]", [Bool: Int].self)?.contains("is not a pair") == true)
        #expect(problem("[[true,1,2]]", [Bool: Int].self)?.contains("is not a pair") == true)
        #expect(problem("[1]", [Bool: Int].self)?.contains("1 is not a pair; give an array of [key, value]") == true)
        #expect(problem("[]", [String: Int].self)?.contains("give an object") == true)
        #expect(problem(#"[["nan",1]]"#, [Double: Int].self)?.contains("is not equal to itself") == true)
    }

    @Test func rangesHaveOrderedBounds() throws {
        #expect(try ValueMaker.make(#"{"lowerBound":1,"upperBound":3}"#, as: Range<Int>.self) == 1..<3)
        #expect(try ValueMaker.make(#"{"upperBound":1,"lowerBound":1}"#, as: ClosedRange<Int>.self) == 1...1)
        #expect(problem(#"{"lowerBound":2,"upperBound":1}"#, Range<Int>.self)?.contains("must not exceed") == true)
        #expect(
            problem(#"{"lowerBound":"nan","upperBound":1}"#, ClosedRange<Double>.self)?.contains("must not") == true
        )
        #expect(problem(#"{"lowerBound":2}"#, Range<Int>.self)?.contains("needs both bounds") == true)
        #expect(problem(#"{"lowerBound":2,"lowerBound":3}"#, Range<Int>.self)?.contains("(byte 16)") == true)
        #expect(
            problem(#"{"lowerBound":2,"upperBound":3,"step":1}"#, Range<Int>.self)?.contains("not a member") == true
        )
        #expect(problem("[1,2]", Range<Int>.self)?.contains("give {\"lowerBound\"") == true)
    }

    @Test func typesThatCannotBeMadeAreRefusedWithWhatWouldDo() {
        let needed = "it would have to be Codable, RawRepresentable, CaseIterable or ConstructibleValue"
        #expect(ValueMaker.refusal(of: OpaqueSession.self) == "OpaqueSession can't be made from JSON: \(needed).")
        #expect(
            ValueMaker.refusal(of: [OpaqueSession].self)
                == "[OpaqueSession] can't be made from JSON, because OpaqueSession can't: \(needed)."
        )
        #expect(ValueMaker.refusal(of: (any Drawable).self)?.contains("one of those types would do") == true)
        #expect(ValueMaker.refusal(of: [any Drawable].self)?.contains("because Drawable can't") == true)
        #expect(ValueMaker.refusal(of: [String: Any].self)?.contains("because Any can't") == true)
        #expect(ValueMaker.refusal(of: Set<AnyHashable>.self)?.contains("because AnyHashable can't") == true)
        #expect(ValueMaker.refusal(of: (any Error).self) != nil)
        #expect(ValueMaker.refusal(of: AnyObject.self) != nil)
        #expect(ValueMaker.refusal(of: (any Codable).self) != nil)
        #expect(ValueMaker.refusal(of: ((Int) -> Int).self)?.contains("it is a function") == true)
        #expect(ValueMaker.refusal(of: Int.Type.self)?.contains("its values are types") == true)
        #expect(ValueMaker.refusal(of: (any Drawable.Type).self)?.contains("its values are types") == true)
        #expect(ValueMaker.refusal(of: (Int, String).self)?.contains("a Codable struct would do") == true)
        #expect(ValueMaker.refusal(of: StaticString.self)?.contains("String would do") == true)
        #expect(ValueMaker.refusal(of: Never.self)?.contains("it has no values") == true)
        #expect(ValueMaker.refusal(of: Range<Substring.Index>.self)?.contains("because Index can't") == true)
        #expect(ValueMaker.refusal(of: UnsafeRawPointer.self) != nil)
        #expect(ValueMaker.refusal(of: Endless.self) != nil)
        #expect(ValueMaker.refusal(of: Growing<Int>.self) != nil)
        #expect(problem("[]", [any Drawable].self)?.hasPrefix("[Drawable] can't be made from JSON") == true)
    }

    @Test func typesThatCanBeMadeAreNotRefused() {
        let types: [Any.Type] = [
            Int.self, Float16.self, String?.self, [[Int?]].self, [Direction: Options].self, Void.self, Range<Int>.self,
            Temperature.self, Tree.self, (any Drawable)?.self, [(() -> Void)?].self, SIMD2<Double>.self,
            OpaqueSession?.self,
        ]
        for type in types { #expect(ValueMaker.refusal(of: type) == nil) }
    }
}

// MARK: Cases of errors

private enum NetworkError: Error, CaseIterable { case offline, timeout }

private enum PlainError: Error { case offline }

private enum TextError: String, Error { case offline = "off", timeout }

private enum ListedTextError: String, Error, CaseIterable { case offline = "off", timeout }

private struct CodeError: Error, RawRepresentable, CaseIterable {
    var rawValue: Int
    static let allCases = [CodeError(rawValue: 404), CodeError(rawValue: 500)]
}

struct CaseNameTests {
    @Test func casesAreListedByName() {
        #expect(ValueMaker.caseNames(of: NetworkError.self) == ["offline", "timeout"])
        #expect(ValueMaker.caseNames(of: ListedTextError.self) == ["offline", "timeout"])
        #expect(ValueMaker.caseNames(of: TextError.self) == [])
        #expect(ValueMaker.caseNames(of: CodeError.self) == ["404", "500"])
        #expect(ValueMaker.caseNames(of: PlainError.self) == nil)
        #expect(ValueMaker.caseNames(of: (any Error).self) == nil)
        #expect(ValueMaker.caseNames(of: Never.self) == nil)
    }

    @Test func casesAreMadeByNameOrRawValue() throws {
        #expect(try ValueMaker.makeCase("timeout", of: NetworkError.self) as? NetworkError == .timeout)
        #expect(try ValueMaker.makeCase("off", of: TextError.self) as? TextError == .offline)
        #expect(try ValueMaker.makeCase("offline", of: ListedTextError.self) as? ListedTextError == .offline)
        #expect(try ValueMaker.makeCase("off", of: ListedTextError.self) as? ListedTextError == .offline)
        #expect(try (ValueMaker.makeCase("404", of: CodeError.self) as? CodeError)?.rawValue == 404)
    }

    @Test func unknownCasesAreRefused() {
        #expect(refusal("x", NetworkError.self) == #"“x” is not a case of a NetworkError; give "offline" or "timeout""#)
        #expect(refusal("\"}", NetworkError.self)?.contains("give \"offline\"") == true)
        #expect(refusal("x", CodeError.self)?.contains(#"give "404" or "500""#) == true)
        #expect(refusal("x", TextError.self)?.contains("is not a TextError") == true)
        #expect(refusal("offline", PlainError.self)?.contains("CaseIterable or RawRepresentable") == true)
        #expect(refusal("x", (any Error).self)?.contains("has no cases") == true)
    }

    private func refusal(_ name: String, _ type: Any.Type) -> String? {
        do throws(ValueProblem) {
            _ = try ValueMaker.makeCase(name, of: type)
            return nil
        } catch {
            #expect(error.position == nil)
            return error.reason
        }
    }
}
