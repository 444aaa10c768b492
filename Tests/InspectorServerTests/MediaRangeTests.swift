// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import InspectorServer

@Suite struct MediaRangeTests {
    private func choose(_ accept: String..., from offered: [String]) -> String? {
        MediaRange.choose(from: offered, for: MediaRange.parse(accept))
    }

    @Test func takesTheFirstWithoutPreference() {
        #expect(choose(from: ["a/b", "c/d"]) == "a/b")
        #expect(choose("*/*", from: ["a/b", "c/d"]) == "a/b")
        #expect(choose("c/d, a/b", from: ["a/b", "c/d"]) == "a/b")
    }

    @Test func followsQuality() {
        #expect(choose("a/b;q=0.5, c/d", from: ["a/b", "c/d"]) == "c/d")
        #expect(choose("a/b; q=0.5 , c/*;q=0.6", from: ["a/b", "c/d"]) == "c/d")
        #expect(choose("*/*;q=0.1", "c/d", from: ["a/b", "c/d"]) == "c/d")
    }

    @Test func letsTheClosestRangeDecide() {
        #expect(choose("*/*, a/b;q=0", from: ["a/b", "c/d"]) == "c/d")
        #expect(choose("text/*;q=0.9, text/html;q=0.1, a/b;q=0.5", from: ["text/html", "a/b"]) == "a/b")
    }

    @Test func refusesWhatIsNotAccepted() {
        #expect(choose("image/png", from: ["a/b"]) == nil)
        #expect(choose("a/b;q=0", from: ["a/b"]) == nil)
    }

    @Test func ignoresWhatCannotBeRead() {
        #expect(choose("nonsense, a/b/c, /, c/d", from: ["a/b", "c/d"]) == "c/d")
        #expect(choose("a/b;q=high", from: ["a/b"]) == "a/b")
    }
}
