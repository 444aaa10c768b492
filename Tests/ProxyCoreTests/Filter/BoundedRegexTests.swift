// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

@Suite struct BoundedRegexTests {
    func matches(_ source: String, _ text: String, ignoresCase: Bool = false) throws -> Bool? {
        var scratch = RegexScratch()
        let regex = try BoundedRegex(source, ignoresCase: ignoresCase)
        return Array(text.utf8).withUnsafeBytes { regex.matches($0, &scratch) }
    }

    @Test(arguments: [
        ("abc", "xabcx", true), ("abc", "abx", false), ("", "x", true), ("a", "", false),
        ("a.c", "abc", true), ("a.c", "a\nc", false), ("a.c", "aéc", true), ("a.c", "a🇸c", true),
        ("^abc$", "abc", true), ("^abc$", "xabc", false), ("^abc$", "abcx", false), ("^$", "", true),
        ("x^a", "xa", false), ("a$b", "ab", false), ("^a|b", "xb", true), ("(^a|b)c", "xac", false),
        ("a*", "", true), ("^a*$", "aaa", true), ("^a*$", "aab", false), ("ab*c", "ac", true),
        ("a+", "", false), ("^a+$", "aa", true), ("ab?c", "ac", true), ("ab?c", "abbc", false),
        ("a{2}", "aa", true), ("^a{2}$", "a", false), ("^a{2,}$", "aaaa", true), ("^a{1,2}$", "aaa", false),
        ("^(ab){2}$", "abab", true), ("^a{0}$", "", true), ("a*?b", "aab", true), ("^a{2,3}?$", "aaa", true),
        ("cat|dog", "hotdog", true), ("cat|dog", "bird", false), ("^(a|b)*c$", "ababc", true), ("a||b", "", true),
        ("(a*)*b", "aaab", true), ("(a*)+$", "b", true), ("(?:ab)+c", "ababc", true),
        ("[abc]", "b", true), ("[^abc]", "b", false), ("[a-c]+z", "abcz", true), ("[]a]", "]", true),
        ("[a-]", "-", true),
        ("[\\d.]+", "1.5", true), ("[\\]]", "]", true), ("[^\\d]", "5", false), ("[\\D]", "é", true),
        ("[à-ü]", "é", true),
        ("\\d\\D", "1a", true), ("\\w\\W", "a ", true), ("\\s\\S", "\ta", true), ("\\.", "a", false),
        ("\\n", "\n", true),
        ("\\bfoo\\b", "a foo b", true), ("\\bfoo\\b", "afoo", false), ("\\Boo", "foo", true), ("^\\b", "", false),
        ("é+", "éé", true), ("日本", "日本語", true),
        // An assertion that fails where the attempt before ended, and holds where the next one begins.
        ("a?\\bc", "ab c", true), ("-?\\b5", "-x 5", true), ("a?\\Bc", "a bc", true), ("(){1000}a", "a", true),
        ("(a|){3}b", "ab", true),
    ])
    func matchesLikeOthers(_ source: String, _ text: String, expected: Bool) throws {
        #expect(try matches(source, text) == expected)
    }

    @Test(arguments: [
        ("abc", "xABCx", true), ("[a-c]+$", "ABC", true), ("[^a]", "A", false), ("É", "é", true), ("[à-ü]", "É", true),
        ("k\\d", "K1", true), ("_", "?", false), ("@", "`", false), ("я", "Я", true), ("[^я]", "Я", false),
    ])
    func ignoresCase(_ source: String, _ text: String, expected: Bool) throws {
        #expect(try matches(source, text, ignoresCase: true) == expected)
    }

    @Test(arguments: [
        ("(", 0), ("a)", 1), ("a(b", 1), ("*", 0), ("a**", 2), ("a{2}{3}", 4), ("[a", 0), ("[b-a]", 1), ("\\", 0),
        ("a\\q", 1), ("\\1", 0), ("a{x}", 1), ("a{3,2}", 1), ("a{1001}", 1), ("^*", 1), ("(?=a)", 0), ("[a-\\d]", 1),
        (String(repeating: "a", count: 257), 256), ("(a{100}){100}", 0),
    ])
    func refuses(_ source: String, at offset: Int) {
        let problem = #expect(throws: BoundedRegex.Problem.self) { try matches(source, "") }
        #expect(problem?.offset == offset)
    }

    @Test(arguments: ["^(a*)*$", "^(a|a)*$", "^(a|aa)+$", "(.*)(.*)(.*)(.*)(.*)[b]", "a?a?a?a?a?a?a?a?a?aaaaaaaaa$"])
    func isLinearWhereOthersExplode(_ source: String) throws {
        let text = String(repeating: "a", count: 10_000) + "!"
        #expect(try matches(source, text) == false)
    }

    /// Each level repeats the one before a thousand times.
    @Test func repetitionsOfNothingCostNothing() throws {
        let nested = String(repeating: "(", count: 24) + String(repeating: "){1000}", count: 24)
        #expect(try matches(nested, "a") == true)
        #expect(try matches(nested + "b", "a") == false)
    }

    @Test func stopsWhenTheStepsRunOut() throws {
        let regex = try BoundedRegex("(a?){1000}(a?){900}b", ignoresCase: false)
        var scratch = RegexScratch()
        let text = Array(repeating: UInt8(ascii: "a"), count: 60_000)
        #expect(text.withUnsafeBytes { regex.matches($0, &scratch) } == nil)
        // The next text starts with a full step budget.
        #expect(Array("ab".utf8).withUnsafeBytes { regex.matches($0, &scratch) } == true)
        scratch.stepLimit = 10
        #expect(text.withUnsafeBytes { regex.matches($0, &scratch) } == nil)
    }
}
