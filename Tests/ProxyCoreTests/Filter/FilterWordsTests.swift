// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@Suite struct FilterWordsTests {
    @Test(arguments: [
        ("", "all calls"),
        ("foo", "calls of which selector, protocol or a value contains “foo”"),
        ("-foo", "calls of which neither selector nor protocol nor a value contains “foo”"),
        (
            "selector:found* duration:>1ms",
            "calls whose selector begins with “found” and that took more than 1ms"
        ),
        (
            "-thread:main (path:none | state:threw)",
            "calls that did not run on the main thread and (that reached nobody or that threw)"
        ),
        ("-(path:none | state:threw)", "calls that reached somebody and that did not throw"),
        ("arg.string:\"a b\"", "calls whose argument string contains “a b”"),
        ("-arg:x", "calls of which no argument contains “x”"),
        ("arg:7", "calls of which an argument is or contains “7”"),
        ("arg.n:2..4", "calls whose argument n is 2 to 4"),
        (
            "owner:=A target:*B type:*C*",
            "calls whose owner is “A” and whose target ends with “B” and with a value whose type contains “C”"
        ),
        ("error:/x/i", "calls whose error matches “/x/i”"),
        ("is:nested has:result", "calls that were made inside another call and with a result"),
        ("-has:target", "calls without a target"),
        ("task:loader -has:task", "calls whose task contains “loader” and without a task"),
        ("completion:never", "calls that were never completed"),
        ("-completion:twice", "calls that were not completed more than once"),
        ("skipped:>0", "calls with more than 0 calls skipped before them"),
        ("is:marked comment:later", "calls that are marked and whose comment contains “later”"),
        ("-is:marked -has:comment", "calls that are not marked and without a comment"),
        ("since:30s", "calls that started in the last 30s"),
        ("time:>2026-11-21T09:30:00Z", "calls that were under way after 2026-11-21T09:30:00Z"),
        (
            "parent:9f2c11ab-1 -id:9f2c11ab-2",
            "calls made directly from the call 9f2c11ab-1 and not with the id 9f2c11ab-2"
        ),
        ("kind:nil | size:>1KB", "calls with a value of the kind nil or whose size is more than 1KB"),
    ])
    func says(_ text: String, words: String) throws {
        #expect(try InvocationFilter(text).words == words)
    }
}
