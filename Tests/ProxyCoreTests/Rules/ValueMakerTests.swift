// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

struct ValueMakerTests {
    @Test func integersAreMadeFromNumbersThatAreExactlyThose() throws {
        #expect(try ValueMaker.make("255", as: UInt8.self) == 255)
        #expect(try ValueMaker.make(" -128 ", as: Int8.self) == -128)
        #expect(try ValueMaker.make("1.0", as: Int.self) == 1)
        #expect(try ValueMaker.make("1e3", as: Int16.self) == 1_000)
        #expect(try ValueMaker.make("1200E-2", as: UInt32.self) == 12)
        #expect(try ValueMaker.make("-0", as: UInt.self) == 0)
        #expect(try ValueMaker.make("0e999999999999999999999", as: Int.self) == 0)
        #expect(try ValueMaker.make("9007199254740993", as: Int64.self) == 9_007_199_254_740_993)
        #expect(try ValueMaker.make("\(Int128.min)", as: Int128.self) == .min)
        #expect(try ValueMaker.make("\(UInt128.max).000", as: UInt128.self) == .max)
        let long = "1" + String(repeating: "0", count: 500_000) + "e-500000"
        #expect(try ValueMaker.make(long, as: Int8.self) == 1)
    }

    @Test func numbersThatAreNoneOfTheTypeAreRefusedWithTheRange() {
        #expect(problem("9999999999", UInt8.self) == "9999999999 is not a UInt8; give 0 to 255 (byte 0)")
        #expect(problem(" 256", UInt8.self) == "256 is not a UInt8; give 0 to 255 (byte 1)")
        #expect(problem("-1", UInt16.self) == "-1 is not a UInt16; give 0 to 65535 (byte 0)")
        #expect(problem("-129", Int8.self) == "-129 is not an Int8; give -128 to 127 (byte 0)")
        #expect(problem("1.5", Int.self) == "1.5 is not an Int; give a whole number (byte 0)")
        #expect(problem("1e-3", Int.self) == "1e-3 is not an Int; give a whole number (byte 0)")
        #expect(problem("1e999999999999999999999", Int8.self)?.hasSuffix("give -128 to 127 (byte 0)") == true)
        #expect(problem("-1e-999999999999999999999", Int8.self)?.hasSuffix("give a whole number (byte 0)") == true)
        #expect(problem(String(repeating: "9", count: 100), UInt128.self)?.contains("9… is not a UInt128") == true)
        #expect(problem("\"1\"", Int8.self) == "\"1\" is not an Int8; give -128 to 127 (byte 0)")
        #expect(problem("true", Int8.self) == "true is not an Int8; give -128 to 127 (byte 0)")
        #expect(problem("null", Int8.self) == "null is not an Int8; give -128 to 127 (byte 0)")
    }

    @Test func floatingPointNumbersAreTheNearestOnes() throws {
        #expect(try ValueMaker.make("0.1", as: Double.self) == 0.1)
        #expect(try ValueMaker.make("-0.0", as: Double.self).sign == .minus)
        #expect(try ValueMaker.make("16777217", as: Float.self) == 16_777_216)
        #expect(try ValueMaker.make("0.5", as: Float16.self) == 0.5)
        #expect(try ValueMaker.make("5e-324", as: Double.self) == .leastNonzeroMagnitude)
        #expect(try ValueMaker.make("\"nan\"", as: Double.self).isNaN)
        #expect(try ValueMaker.make("\"inf\"", as: Float.self) == .infinity)
        #expect(try ValueMaker.make("\"-inf\"", as: Float16.self) == -.infinity)
    }

    @Test func floatingPointNumbersOutOfRangeAreRefused() {
        #expect(problem("1e400", Double.self)?.hasPrefix("1e400 is not a Double; give -1.797") == true)
        #expect(problem("65520", Float16.self) == "65520 is not a Float16; give -65504.0 to 65504.0 (byte 0)")
        #expect(problem("1e-400", Double.self) == "1e-400 is not a Double; give 0, or at least 5e-324 (byte 0)")
        #expect(problem("\"1\"", Double.self)?.contains(#"give a number, "nan", "inf" or "-inf""#) == true)
        #expect(problem("\"NaN\"", Double.self) != nil)
        #expect(problem("NaN", Double.self)?.hasPrefix("this is not JSON") == true)
        #expect(
            problem("1" + String(repeating: "0", count: 1_000_000), Double.self)?.contains("is not a Double") == true
        )
    }

    @Test func textsAreMadeFromStrings() throws {
        #expect(try ValueMaker.make(#""a\n\u00e9\ud83d\ude00""#, as: String.self) == "a\né😀")
        #expect(try ValueMaker.make(#""""#, as: Substring.self) == "")
        #expect(try ValueMaker.make(#""👨‍👩‍👧""#, as: Character.self) == "👨‍👩‍👧")
        #expect(try ValueMaker.make(#""é""#, as: Unicode.Scalar.self) == "é")
        #expect(try ValueMaker.make("true", as: Bool.self))
        #expect(problem("1", Bool.self) == "1 is not a Bool; give true or false (byte 0)")
        #expect(problem("12", String.self) == "12 is not a String; give a string (byte 0)")
        #expect(problem("\"ab\"", Character.self)?.contains("give a string of one character") == true)
        #expect(problem("\"\"", Character.self)?.contains("give a string of one character") == true)
        #expect(problem("\"👨‍👩‍👧\"", Unicode.Scalar.self)?.contains("one Unicode scalar") == true)
        #expect(problem("[]", Substring.self) == "This array is not a Substring; give a string (byte 0)")
    }

    @Test func citationsEndBetweenCharacters() {
        let text = String(repeating: "é", count: 100)
        #expect(problem("\"x\(text)\"", Int8.self)?.contains(String(repeating: "é", count: 19) + "…\" is not") == true)
    }

    @Test func durationsAreSeconds() throws {
        #expect(try ValueMaker.make("1.5", as: Duration.self) == .milliseconds(1_500))
        #expect(try ValueMaker.make("-1e-18", as: Duration.self) == Duration(attoseconds: -1))
        let longest = try ValueMaker.make("9223372036854775807", as: Duration.self)
        #expect(longest.components.seconds == .max)
        #expect(try ValueMaker.make("-9223372036854775807", as: Duration.self).components.seconds == -.max)
        #expect(problem("9223372036854775808", Duration.self)?.contains("9223372036854775807 seconds") == true)
        #expect(problem("9223372036854775807.1", Duration.self)?.contains("9223372036854775807 seconds") == true)
        #expect(problem("1e-19", Duration.self)?.contains("at most 18 decimals") == true)
        #expect(problem("\"1s\"", Duration.self)?.contains("give a number of seconds") == true)
    }

    @Test func optionalsAreNull() throws {
        #expect(try ValueMaker.make("null", as: Int?.self) == nil)
        #expect(try ValueMaker.make("1", as: Int?.self) == 1)
        #expect(try ValueMaker.make("[1,null]", as: [Int?]?.self) == [1, nil])
        #expect(try ValueMaker.make("null", as: Int??.self) == nil)
        let made = try ValueMaker.makeAny("null", as: Int??.self)
        #expect(type(of: made) == Int??.self)
        #expect(made as! Int?? == nil)
        #expect(problem("\"1\"", Int8?.self) == "\"1\" is not an Int8; give -128 to 127 (byte 0)")
        try ValueMaker.make("null", as: Void.self)
        #expect(problem("0", Void.self) == "0 is not a value of (); give null (byte 0)")
    }

    @Test func anOptionalOfAnyTypeIsMadeAsNil() throws {
        #expect(try ValueMaker.make("null", as: (any Hashable)?.self) == nil)
        #expect(try ValueMaker.make("null", as: (() -> Void)?.self) == nil)
        #expect(problem("1", (any Hashable)?.self)?.hasSuffix("; only null can be given (byte 0)") == true)
    }

    @Test func positionsAreThoseOfTheValueInTheText() {
        #expect(position(" [1, 2, \"x\"]", [Int].self) == 8)
        #expect(position("[[1],[2,null]]", [[Int]].self) == 8)
        #expect(position(#"{"a":1,"b":"x"}"#, [String: Int].self) == 11)
        #expect(position("[1,", [Int].self) == 3)
        #expect(position("", Int.self) == 0)
        #expect(position("1 2", Int.self) == 2)
        #expect(position("1", StaticString.self) == nil)
    }

    @Test func textsAndNestingAreBounded() throws {
        let limit = 1_048_576
        let largest = "\"" + String(repeating: "a", count: limit - 2) + "\""
        #expect(try ValueMaker.make(largest, as: String.self).utf8.count == limit - 2)
        #expect(position(largest + " ", String.self) == limit)
        #expect(try ValueMaker.make(nested(64), as: Tree.self).depth == 64)
        #expect(problem(nested(65), Tree.self) == "the JSON text is nested too deep; give at most 64 levels (byte 64)")
        #expect(position(String(repeating: "[", count: 1_000_000), Tree.self) == 64)
        let brackets = #"["\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["]"#
        #expect(try ValueMaker.make(brackets, as: [String].self).count == 1)
    }
}

/// Values of a text are made, with the reason and the place why they are not.
func problem<Value>(_ json: String, _ type: Value.Type) -> String? { failure(json, type)?.description }

func position<Value>(_ json: String, _ type: Value.Type) -> Int? { failure(json, type)?.position }

private func failure<Value>(_ json: String, _ type: Value.Type) -> ValueProblem? {
    do throws(ValueProblem) {
        _ = try ValueMaker.make(json, as: type)
        return nil
    } catch {
        return error
    }
}

func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}

/// Arrays in arrays.
struct Tree: Codable, Hashable {
    var children: [Tree?]

    var depth: Int { 1 + (children.compactMap { $0?.depth }.max() ?? 0) }

    init(_ children: [Tree?] = []) { self.children = children }

    init(from decoder: any Decoder) throws { children = try decoder.singleValueContainer().decode([Tree?].self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(children)
    }
}
