// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@Suite struct FilterParserTests {
    /// A text, and the canonical text of its meaning.
    @Test(arguments: [
        ("", ""),
        ("   ", ""),
        ("foo", "foo"),
        (
            "selector:found* duration:>1ms -thread:main (path:none | state:threw) arg.string:\"foo\"",
            "selector:found* duration:>1ms -thread:main (path:none | state:threw) arg.string:foo"
        ),
        // Adjacent terms always mean “and”, which binds tighter than “or”.
        ("a b | c d", "a b | c d"),
        ("a & b | c && d", "a b | c d"),
        ("a and b or c AND d", "a b | c d"),
        ("a or\"b\" and not\"c\"", "a | b -c"),
        ("a (b c) d", "a b c d"),
        ("(a | b) | c", "a | b | c"),
        ("(a | b) c", "(a | b) c"),
        ("a | b c | d", "a | b c | d"),
        ("(a b | c)", "a b | c"),
        // “Not”, in all its forms, binds tightest.
        ("!a b", "-a b"),
        ("not a b", "-a b"),
        ("not(a b)", "-(a b)"),
        ("-a -(b | c)", "-a -(b | c)"),
        ("--a", "a"),
        ("!!!a", "-a"),
        ("a&b|c", "a b | c"),
        ("a|(b)", "a | b"),
        // Quotes only where they are needed.
        ("\"foo\"", "foo"),
        ("\"foo bar\"", "\"foo bar\""),
        ("\"a\\\"b\\\\c\\n\"", "\"a\\\"b\\\\c\\n\""),
        ("\"and\"", "\"and\""),
        ("\"7\"", "\"7\""),
        ("7", "7"),
        ("arg:\"1..5\"", "arg:\"1..5\""),
        ("thread:\"main\"", "thread:\"main\""),
        ("thread:MAIN", "thread:main"),
        ("thread:=main", "thread:=\"main\""),
        ("arg:\"\"", "arg:\"\""),
        ("foo-bar", "foo-bar"),
        ("größe", "größe"),
        // A parenthesis that is closed within the word is part of it.
        ("selector:parser(_:foundCharacters:)", "selector:\"parser(_:foundCharacters:)\""),
        ("(selector:parser(_:foundCharacters:))", "selector:\"parser(_:foundCharacters:)\""),
        ("(parser(_:) | b)", "\"parser(_:)\" | b"),
        // Keys, their aliases and letters.
        ("METHOD:foo", "selector:foo"),
        ("dur:>1ms", "duration:>1ms"),
        ("~d >1ms", "duration:>1ms"),
        ("~d:>1ms", "duration:>1ms"),
        ("~m \"a b\" ~e x", "selector:\"a b\" error:x"),
        ("arg.0:x", "arg.0:x"),
        ("a.name:x", "arg.name:x"),
        // Values.
        ("duration:1.5MS..2S", "duration:1.5ms..2s"),
        ("duration:<=3µs", "duration:<=3us"),
        ("duration:=2h", "duration:2h"),
        ("size:>=1kb", "size:>=1KB"),
        ("depth:=2", "depth:2"),
        ("depth:1..3", "depth:1..3"),
        ("arg:>-1.5e3", "arg:>-1500.0"),
        ("arg:-2..4", "arg:-2..4"),
        ("arg:=7", "arg:=7"),
        ("arg:=\"7\"", "arg:=\"7\""),
        ("owner:=XMLParser", "owner:=XMLParser"),
        ("id:9f2c11ab-1042", "id:9f2c11ab-1042"),
        ("id:Imported2-7", "id:Imported2-7"),
        ("id:1042", "id:1042"),
        ("parent:>=5", "parent:>=5"),
        ("since:30S", "since:30s"),
        ("since:2026-11-21T10:30:00.500+01:00", "since:2026-11-21T09:30:00.5Z"),
        ("time:2026-11-21T09:30:00Z..2026-11-21T09:31:00Z", "time:2026-11-21T09:30:00Z..2026-11-21T09:31:00Z"),
        ("time:>2026-11-21T09:30:00Z", "time:>2026-11-21T09:30:00Z"),
        ("path:NONE", "path:none"),
        ("kind:\"list\"", "kind:list"),
        ("is:slow has:error", "is:slow has:error"),
        ("is:marked has:COMMENT comment:later", "is:marked has:comment comment:later"),
        ("/a b\\/c/i", "/a b\\/c/i"),
        ("error:/time(d )?out/", "error:/time(d )?out/"),
        ("selector:a*b*", "selector:a*b*"),
    ])
    func readsInto(_ text: String, canonical: String) throws {
        let filter = try InvocationFilter(text)
        #expect(filter.description == canonical)
        #expect(try InvocationFilter(canonical) == filter)
    }

    /// The text, the cause, and the position and length of the error.
    @Test(arguments: [
        ("fo:bar", FilterError.Code.unknownKey, 0, 2),
        ("a sellector:x", .unknownKey, 2, 9),
        ("arg.:x", .unknownKey, 0, 4),
        ("duration:", .missingValue, 9, 0),
        ("duration: >1ms", .missingValue, 9, 0),
        ("duration:>", .missingValue, 10, 0),
        ("(arg:)", .missingValue, 5, 0),
        ("~d", .missingValue, 2, 0),
        ("duration:>1", .badNumber, 10, 1),
        ("duration:fast", .badNumber, 9, 4),
        ("depth:1ms", .badNumber, 6, 3),
        ("depth:1e999", .badNumber, 6, 5),
        ("arg:>x", .badNumber, 5, 1),
        ("size:>1ms", .badNumber, 6, 3),
        ("id:9f_c-1", .badNumber, 3, 6),
        ("since:yesterday", .badInstant, 6, 9),
        ("since:2026-02-29T00:00:00Z", .badInstant, 6, 20),
        ("time:2026-11-21T09:31:00Z..2026-11-21T09:30:00Z", .badInstant, 5, 42),
        ("path:nobody", .unknownValue, 5, 6),
        ("path:>none", .wrongForm, 6, 4),
        ("selector:>a", .wrongForm, 10, 1),
        ("selector:(found | start)", .wrongForm, 9, 1),
        ("a selector:=(found", .wrongForm, 12, 1),
        ("(a", .unclosedGroup, 0, 1),
        ("a (b (c)", .unclosedGroup, 2, 1),
        ("a)", .unexpectedToken, 1, 1),
        ("()", .emptyGroup, 0, 2),
        ("a ( )", .emptyGroup, 2, 3),
        ("a |", .unexpectedToken, 3, 0),
        ("| a", .unexpectedToken, 0, 1),
        ("a & | b", .unexpectedToken, 4, 1),
        ("not", .unexpectedToken, 3, 0),
        ("a - b", .unexpectedToken, 2, 1),
        (">1ms", .unexpectedToken, 0, 1),
        ("\"a", .unclosedQuote, 0, 2),
        ("x arg:\"a\\\"", .unclosedQuote, 6, 4),
        ("\"a\"b", .unexpectedToken, 3, 1),
        ("a\"b\"", .unexpectedToken, 1, 1),
        ("/usr", .unclosedPattern, 0, 4),
        ("/usr/lib", .badPattern, 0, 8),
        ("arg.url:/api/v1/users x", .badPattern, 8, 13),
        ("(/a/b/c)", .badPattern, 1, 6),
        ("/a/i\"b c\"", .badPattern, 0, 6),
        ("arg:/a(/", .badPattern, 6, 2),
        ("/\\/(/", .badPattern, 3, 2),
        ("/a**/", .badPattern, 3, 2),
        // Positions count UTF-16 units, of which the flag has four.
        ("🇸🇪 fo:x", .unknownKey, 5, 2),
    ])
    func refuses(_ text: String, _ code: FilterError.Code, at position: Int, length: Int) {
        let error = #expect(throws: FilterError.self) { try InvocationFilter(text) }
        #expect(error?.code == code)
        #expect(error?.position == position)
        #expect(error?.length == length)
        #expect(error?.message.isEmpty == false)
    }

    @Test func theDescriptionCountsCharactersFromOne() {
        let error = #expect(throws: FilterError.self) { try InvocationFilter("a (b (c)") }
        #expect(error?.position == 2)
        #expect(error?.description == "This parenthesis is not closed. (at character 3)")
    }

    @Test(arguments: [
        ("selctor:x", ["selector"]),
        ("Protcol:x", ["protocol"]),
        ("dur1:x", ["duration"]),
        ("sel:x", ["selector", "seq", "held"]),
        ("path:defualt", ["default"]),
        ("is:unanswerd", ["unanswered"]),
        ("state:run", ["running"]),
        ("zzzzzz:x", []),
    ])
    func offersTheNearest(_ text: String, candidates: [String]) {
        let error = #expect(throws: FilterError.self) { try InvocationFilter(text) }
        #expect(error?.candidates == candidates)
    }

    @Test func boundsLengthAndNesting() throws {
        let deep = String(repeating: "(", count: 64) + "a" + String(repeating: ")", count: 64)
        #expect(try InvocationFilter(deep).description == "a")
        let deeper = #expect(throws: FilterError.self) { try InvocationFilter("(" + deep + ")") }
        #expect(deeper?.code == .tooDeep && deeper?.position == 64)
        #expect(throws: FilterError.self) { try InvocationFilter(String(repeating: "!", count: 65) + "a") }
        let long = #expect(throws: FilterError.self) { try InvocationFilter(String(repeating: "a", count: 4_097)) }
        #expect(long?.code == .tooLong && long?.position == 4_096)
    }

    @Test func everyExampleOfTheHelpIsAFilter() throws {
        for entry in FilterHelp.keys {
            let filter = try InvocationFilter(entry.example)
            #expect(filter.description.contains(entry.key))
            for value in entry.values { _ = try InvocationFilter("\(entry.key):\(value)") }
            for alias in entry.aliases {
                let aliased = entry.example.replacing(entry.key, with: alias, maxReplacements: 1)
                #expect(try InvocationFilter(aliased) == filter)
            }
        }
        for entry in FilterHelp.syntax { #expect(try !InvocationFilter(entry.example).isEverything) }
    }
}
