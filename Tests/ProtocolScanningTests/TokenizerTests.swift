// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProtocolScanning

@Suite struct TokenizerTests {
    private func texts(_ source: String) -> [String] { Tokenizer.tokens(of: source).map(\.text) }

    @Test func leavesCommentsOut() {
        #expect(texts("a // b\n/* c /* d */ e */ f") == ["a", "f"])
        #expect(texts("a /* not closed") == ["a"])
    }

    @Test func takesLiteralsAsOne() {
        #expect(texts(#"x = "a } \" \(f("}", { 1 })) b" + y"#).count == 5)
        #expect(texts("x = \"\"\"\n } \" { \\(a)\n\"\"\" }").last == "}")
        #expect(texts(##"x = #"a " \(b \#(c) } "# }"##) == ["x", "=", ##"#"a " \(b \#(c) } "#"##, "}"])
        #expect(texts("x = #/ { \" /# }") == ["x", "=", "#/ { \" /#", "}"])
        #expect(texts("f(/[{\"]/) { a / b / c }").filter { $0 == "{" }.count == 1)
        #expect(texts("f(a!/2) { b!/2 } // half/").filter { $0 == "{" }.count == 1)
        #expect(texts("\"not closed\n}") == ["\"not closed", "}"])
    }

    /// Three quotation marks begin a multi-line literal, unless a raw literal ends in the same line.
    @Test func aRawLiteralOfQuotationMarksEndsInItsLine() {
        #expect(texts("x = #\"\"\"# }") == ["x", "=", "#\"\"\"#", "}"])
        #expect(texts("x = ##\"\"\"#\"\"## }") == ["x", "=", "##\"\"\"#\"\"##", "}"])
        #expect(texts("x = #\"\"\"\n } \" {\n\"\"\"# }") == ["x", "=", "#\"\"\"\n } \" {\n\"\"\"#", "}"])
        #expect(texts("x = #\"\"\"") == ["x", "=", "#\"\"\""])
    }

    @Test func knowsWhereEachTokenStands() {
        let tokens = Tokenizer.tokens(of: "#!/bin/swift\n/* é\n*/ @A\n  func `in`() -> Int")
        #expect(tokens.map(\.text) == ["@", "A", "func", "`in`", "(", ")", "->", "Int"])
        #expect(tokens[0].place == SourcePlace(line: 3, column: 4))
        #expect(tokens[0].startsLine)
        #expect(!tokens[1].startsLine && !tokens[1].isApart)
        #expect(tokens[2].place == SourcePlace(line: 4, column: 3))
    }

    @Test func staysInsideTheFileWhateverItHolds() {
        for source in ["\"\\", "#", "##\"", "\"\\(", "/*", "`", "@", "-", "\"\"\"", "#/\\", "\u{FEFF}"] {
            _ = TargetSources([("x.swift", source)])
            _ = TargetSources([("x.swift", "@Proxied protocol P { " + source)])
        }
    }
}
