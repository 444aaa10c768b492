// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ProxyCore

struct Profile: Codable, Hashable {
    var name: String
    var age: UInt8?
    var mode = Contact.phone
    var tags: Set<String> = []

    enum CodingKeys: String, CodingKey { case name, age, mode = "contact", tags }
}

enum Contact: String, Codable { case phone, mail }

/// An enumeration with the encoding that the compiler makes.
enum Job: Codable, Hashable, Sendable {
    case idle
    indirect case after(Job, seconds: Double)
}

/// An enumeration of which some cases are named, and others decoded.
enum MadeChoice: Codable, CaseIterable, Hashable {
    case all, none
    case some(Int)

    static var allCases: [MadeChoice] { [.all, .none, .some(1)] }
}

class Animal: Codable {
    var legs: Int

    init(legs: Int) { self.legs = legs }
}

final class Dog: Animal {
    var name: String

    init(name: String) {
        self.name = name
        super.init(legs: 4)
    }

    private enum CodingKeys: CodingKey { case name }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try super.encode(to: container.superEncoder())
    }
}

/// A matrix of flat and nested containers, with paths.
struct Matrix: Codable, Hashable {
    var rows: [[Int]]
    var first: Int

    private enum CodingKeys: CodingKey { case data, first }

    init(_ rows: [[Int]]) {
        self.rows = rows
        first = rows.first?.first ?? 0
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var data = try container.nestedUnkeyedContainer(forKey: .data)
        rows = []
        while !data.isAtEnd {
            var row = try data.nestedUnkeyedContainer()
            var numbers: [Int] = []
            while !row.isAtEnd { numbers.append(try row.decodeNil() ? -1 : row.decode(Int.self)) }
            guard numbers.count == row.count, row.currentIndex == numbers.count else { fatalError("a wrong count") }
            rows.append(numbers)
        }
        first = try container.nestedContainer(keyedBy: PlaceKey.self, forKey: .first)
            .decode(Int.self, forKey: PlaceKey(stringValue: "x"))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var inner = container.nestedContainer(keyedBy: PlaceKey.self, forKey: .first)
        var data = container.nestedUnkeyedContainer(forKey: .data)
        for row in rows {
            var numbers = data.nestedUnkeyedContainer()
            for number in row { if number < 0 { try numbers.encodeNil() } else { try numbers.encode(number) } }
        }
        try inner.encode(first, forKey: PlaceKey(stringValue: "x"))
    }
}

/// A value of any kind, found by trying.
enum Loose: Decodable, Equatable {
    case number(Double)
    case text(String)
    case list([Loose])
    case map([String: Loose])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([Loose].self) {
            self = .list(list)
        } else {
            self = .map(try container.decode([String: Loose].self))
        }
    }
}

private struct Refusing: Decodable {
    enum Reason: Error { case never(Int) }
    struct Plain: Error {}

    init(from decoder: any Decoder) throws {
        switch try decoder.singleValueContainer().decode(Int.self) {
        case 0: throw Reason.never(1)
        case 1: throw Plain()
        case 2: throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "too odd"))
        default:
            let path = decoder.codingPath + [PlaceKey(stringValue: "no such member")]
            throw DecodingError.valueNotFound(Int.self, .init(codingPath: path, debugDescription: "gone"))
        }
    }
}

/// Decodes itself by decoding itself.
struct Loop: Codable {
    init() {}
    init(from decoder: any Decoder) throws { self = try decoder.singleValueContainer().decode(Loop.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
    }
}

/// Keeps its decoder, for later.
private final class Keeper: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }
}

private struct PathReader: Decodable {
    var path: String
    init(from decoder: any Decoder) throws {
        path = decoder.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}

struct DecoderTests {
    @Test func structsAreDecodedFromObjects() throws {
        let profile = try ValueMaker.make(#"{"contact":"mail","name":"A","tags":[],"more":1}"#, as: Profile.self)
        #expect(profile.name == "A" && profile.age == nil && profile.mode == .mail)
        #expect(
            try ValueMaker.make(#"{"data":[[1,null],[]],"first":{"x":7}}"#, as: Matrix.self).rows == [[1, -1], []]
        )
        #expect(
            try ValueMaker.make(#"{"after":{"_0":{"idle":{}},"seconds":2}}"#, as: Job.self) == .after(.idle, seconds: 2)
        )
    }

    @Test func casesAreNamedOrDecoded() throws {
        #expect(try ValueMaker.make("\"none\"", as: MadeChoice.self) == MadeChoice.none)
        #expect(try ValueMaker.make(#"{"some":{"_0":3}}"#, as: MadeChoice.self) == .some(3))
        #expect(problem("\"some\"", MadeChoice.self) == #""some" is not a MadeChoice; give "all" or "none" (byte 0)"#)
        #expect(problem(#"{"some":{"_0":"x"}}"#, MadeChoice.self)?.contains("is not an Int") == true)
    }

    @Test func classesDecodeTheirSuperclass() throws {
        let dog = try ValueMaker.make(#"{"name":"Rex","super":{"legs":3}}"#, as: Dog.self)
        #expect(dog.legs == 3 && dog.name == "Rex")
        #expect(problem(#"{"name":"Rex"}"#, Dog.self) == #"Dog needs the member "super" (byte 0)"#)
        #expect(problem(#"{"name":"Rex","super":{}}"#, Dog.self) == #"Dog needs the member "legs" (byte 22)"#)
    }

    @Test func problemsHaveTheirPlace() {
        #expect(problem("{}", Profile.self) == #"Profile needs the member "name" (byte 0)"#)
        #expect(problem("[]", Profile.self) == "This array is not an object; Profile needs one here (byte 0)")
        #expect(problem(#"[{"name":1}]"#, [Profile].self) == "1 is not a String; give a string (byte 9)")
        #expect(problem(#"{"name":null}"#, Profile.self) == "null is not a String; give a string (byte 8)")
        #expect(problem(#"{"name":"","age":300}"#, Profile.self) == "300 is not a UInt8; give 0 to 255 (byte 17)")
        #expect(
            problem(#"{"name":"","contact":"fax","tags":[]}"#, Profile.self)
                == #""fax" is not a Contact; give another raw value (byte 21)"#
        )
        #expect(problem(#"{"name":"","name":""}"#, Profile.self)?.hasSuffix("give each member once (byte 11)") == true)
        #expect(
            problem(#"{"data":[[1],2],"first":{"x":7}}"#, Matrix.self)?.hasSuffix("needs one here (byte 13)") == true
        )
        #expect(problem(#"{"data":[],"first":{"y":7}}"#, Matrix.self) == #"Matrix needs the member "x" (byte 19)"#)
        #expect(problem("[1]", SIMD2<Int>.self)?.hasSuffix("(byte 0)") == true)
    }

    @Test func errorsOfTheProgramBecomeWords() {
        #expect(problem("[0]", [Refusing].self)?.hasSuffix("its init(from:) threw Reason.never (byte 1)") == true)
        #expect(problem("[1]", [Refusing].self)?.hasSuffix("its init(from:) threw Plain (byte 1)") == true)
        #expect(problem("[5,2]", [Refusing].self) == "Refusing can't be made from this: gone (byte 1)")
        #expect(problem(" 2", Refusing.self) == "Refusing can't be made from this: too odd (byte 1)")
    }

    @Test func typesCanTrySeveralForms() throws {
        let loose = try ValueMaker.make(#"[1,"a",{"b":[]}]"#, as: Loose.self)
        #expect(loose == .list([.number(1), .text("a"), .map(["b": .list([])])]))
        #expect(problem("[true]", Loose.self) != nil)
    }

    @Test func aTypeThatDecodesItselfForeverIsStopped() {
        #expect(problem("1", Loop.self)?.contains("is nested in too many types") == true)
        #expect(ValueMaker.json(of: Loop(), as: Loop.self) == nil)
    }

    @Test func aDecoderThatIsKeptKeepsItsText() throws {
        let keeper = try ValueMaker.make(#"{"numbers":["\u0031",2]}"#, as: Keeper.self)
        let container = try keeper.decoder.container(keyedBy: PlaceKey.self)
        var numbers = try container.nestedUnkeyedContainer(forKey: PlaceKey(stringValue: "numbers"))
        #expect(try numbers.decode(String.self) == "1")
        #expect(try numbers.decode(Int.self) == 2)
        #expect(throws: DecodingError.self) { try numbers.decode(Int.self) }
    }

    @Test func decodersKnowTheirPath() throws {
        let path = try ValueMaker.make(#"{"a":[null,{"b":0}]}"#, as: [String: [[String: PathReader]?]].self)
        #expect(path["a"]?[1]?["b"]?.path == "a.1.b")
    }

    @Test func typesOfFoundationHaveTheirDefaultForms() throws {
        #expect(try ValueMaker.make("0.5", as: Date.self) == Date(timeIntervalSinceReferenceDate: 0.5))
        #expect(try ValueMaker.make("[1,2]", as: Data.self) == Data([1, 2]))
        #expect(try ValueMaker.make("1.5", as: CGFloat.self) == 1.5)
        let uuid = UUID()
        #expect(try ValueMaker.make("\"\(uuid.uuidString)\"", as: UUID.self) == uuid)
        #expect(problem("\"x\"", UUID.self)?.hasSuffix("(byte 0)") == true)
        #expect(problem("[1,256]", Data.self) == "256 is not a UInt8; give 0 to 255 (byte 3)")
        let url = try #require(URL(string: "https://a.example/b"))
        #expect(try ValueMaker.make(#"{"relative":"https://a.example/b"}"#, as: URL.self) == url)
        let json = try #require(ValueMaker.json(of: url, as: URL.self))
        #expect(try ValueMaker.make(json, as: URL.self) == url)
    }
}
