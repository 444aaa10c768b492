// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FilterTestSupport
@testable import ProxyCore

@Suite struct FilterRoundTripTests {
    @Test func readingWhatWasPrintedGivesTheSameTree() throws {
        var generator = FilterGenerator(seed: 1)
        for _ in 0..<3_000 {
            let filter = InvocationFilter(generator.expression())
            let text = filter.description
            let again = try #require(try? InvocationFilter(text), "\(text)")
            #expect(again.expression == filter.expression, "\(text)")
            #expect(again.description == text)
            #expect(!again.words.isEmpty)
        }
    }

    @Test func whatIsReadFromAnyTextIsPrintedAndReadAgain() throws {
        var random = SeededGenerator(seed: 2)
        let pieces = [
            "a", "foo", " ", " ", "(", ")", "|", "&", "-", "!", "not ", "or", "\"", "\\", "/", "*", "selector:",
            "arg.x:", ">",
            "1", "..", "ms", "duration:", "path:none", "é", "🇸🇪", "~d ", "=", ":", ".", "/i", "thread:main", "\n", "id:",
        ]
        var accepted = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...10, using: &random)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            do {
                let filter = try InvocationFilter(text)
                #expect(try InvocationFilter(filter.description) == filter, "\(text)")
                accepted += 1
            } catch {
                #expect(error.position >= 0 && error.position + error.length <= text.utf16.count, "\(text)")
            }
        }
        #expect(accepted > 1_000)
    }

    @Test func aFilterWhoseCanonicalFormWouldBeTooLongIsPrintedAsItWasWritten() throws {
        let text = (100..<400).map { "m:=cell\($0)" }.joined(separator: "|")
        let filter = try InvocationFilter(text)
        #expect(filter.description == text)
        #expect(try InvocationFilter(filter.description) == filter)
        let narrowed = filter.narrowed(by: .unanswered)
        #expect(try InvocationFilter(narrowed.description) == narrowed)
    }
}
