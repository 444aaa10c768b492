// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

/// An optimised build would bypass a macro's proxy of an internal protocol; see docs/release-builds.md.
@Suite struct OptimizerVisibilityTests {
    @Test(arguments: [
        ("@Proxied protocol P { func a() }", "@Proxied package protocol P { func a() }"),
        ("@Proxied private protocol P { func a() }", "@Proxied package protocol P { func a() }"),
        ("@Proxied internal protocol P { func a() }", "@Proxied package protocol P { func a() }"),
        ("enum E { @Proxied public protocol P { func a() } }", nil),
    ])
    func refusesInternalProtocolsInReleaseBuilds(source: String, fixed: String?) throws {
        let made = try MacroSource(source, conditions: [])
        #expect(made.remarks.count == 1)
        #expect(made.remarks.first?.word == "P")
        #expect(made.remarks.first?.message.contains("MakeProxies") == true)
        #expect(made.expansion.isEmpty)
        if let fixed {
            #expect(made.remarks.first?.fixed == fixed)
            #expect(try MacroSource(fixed, conditions: []).remarks.isEmpty)
        }
    }

    @Test(arguments: [
        "@Proxied package protocol P { func a() }",
        "@Proxied public protocol P { func a() }",
        "@Proxied @usableFromInline protocol P { func a() }",
        "public enum E { @Proxied package protocol P { func a() } }",
    ])
    func takesProtocolsThatOthersCanSee(source: String) throws {
        let made = try MacroSource(source, conditions: [])
        #expect(made.remarks.isEmpty)
        #expect(!made.expansion.joined().contains("isHiddenFromOptimizer"))
    }

    /// `-DDEBUG -O` bypasses the refusal, so the proxy has a mark that is checked when it is created.
    @Test func marksInternalProxiesInDebugBuilds() throws {
        let made = try MacroSource("@Proxied protocol P { func a() }", conditions: ["DEBUG"])
        #expect(made.remarks.isEmpty)
        #expect(made.expansion.joined().contains("override class var isHiddenFromOptimizer: Bool"))
    }

    @Test func believesWhatIsSaidOfEnableTesting() throws {
        let made = try MacroSource("@Proxied protocol P { func a() }", conditions: ["PROXIES_WITH_ENABLE_TESTING"])
        #expect(made.remarks.isEmpty)
        #expect(!made.expansion.joined().contains("isHiddenFromOptimizer"))
    }
}
