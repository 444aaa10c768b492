// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProtocolScanning

/// The actors of proxies and of what they forward.
@Suite struct ProxyActorTests {
    /// A module may have the main actor by default, which would isolate a class differently from its superclass.
    @Test func givesProxiesAndTheirSelectorsNoActorOfTheirOwn() {
        let made = target(
            """
            @Proxied protocol A: AnyObject { func a() }
            @Proxied public protocol B<T>: AnyObject { associatedtype T; func b(_ t: T) }
            @MainActor @Proxied protocol C: AnyObject { func c() }
            @Proxied protocol D: AnyObject { @Kitchen func d() }
            """
        )
        #expect(made.problems.isEmpty)
        for name in ["class AProxy", "open class BProxy", "public enum BProxySelectors", "class CProxy"] {
            #expect(made.text.contains("\nnonisolated \(name)"), "\(name)")
        }
        // The methods get their actor from the requirements; one with an unusual name only in a class that says nothing.
        #expect(made.text.contains("\nclass DProxy"))
        #expect(made.text.contains("\n    func a() {") && made.text.contains("\n    @MainActor\n    func c() {"))
    }

    @Test func readsActorsOfParentObjects() {
        let made = target(
            """
            @Proxied(parent: V.self) @MainActor protocol A: AnyObject { func a() }
            @Proxied(parent: V.self, property: "b", actor: MainActor.self) protocol B: AnyObject { func b() }
            """
        )
        #expect(made.problems.isEmpty)
        #expect(made.text.contains("onMainActor(object) { $0.delegate }"))
        #expect(made.text.contains("onMainActor(object) { $0.b }"))
        let refused = target(
            """
            @Proxied(parent: V.self, actor: Other.self) protocol A: AnyObject { func a() }
            @OtherActor @Proxied(parent: V.self) protocol B: AnyObject { func b() }
            """
        )
        #expect(refused.problems.count == 2)
        #expect(refused.problems.allSatisfy { $0.message.contains("on the main actor, not on Other") })
    }

    /// The compiler refuses most of them, but not an actor, which changes nothing.
    @Test func attributesBeforeAParentSayNothing() {
        let made = target(
            "protocol B: AnyObject { func b() }",
            "@Proxied protocol A: @MainActor B, @unchecked Sendable { func a(); var n: Int { get set } }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("class AProxy: ProxyCore::ProtocolProxy<any A>, A, @unchecked Sendable {"))
        #expect(made.text.contains("\n    func b() {") && !made.text.contains("@MainActor"))
    }

    @Test func takesTheActorOfAParent() {
        let made = target(
            "@MainActor @Proxied protocol A: AnyObject { func a() }; @MainActor protocol B { func b() }",
            "@Proxied protocol C: A, Sendable { func c() }; @Proxied nonisolated protocol D: A { func d() }",
            "@Proxied(parent: V.self) protocol E: B, AnyObject { func e() }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        for name in ["a", "b", "c", "e"] {
            #expect(made.text.contains("@MainActor\n    func \(name)() {"), "\(name)")
        }
        #expect(!made.text.contains("@MainActor\n    func d() {"))
        #expect(made.text.contains("onMainActor(object) { $0.delegate }"))
    }

    /// Swift gives a requirement the actor of the protocol that declares it, not that of the one that inherits it.
    @Test func anInheritedRequirementHasTheActorOfItsOwnProtocol() {
        let made = target(
            "protocol A: AnyObject { func a(); func aLater() async }; @MainActor @Proxied protocol B: A { func b() }",
            "@MainActor protocol C: AnyObject { func c(); func cLater() async }",
            "@Proxied nonisolated protocol D: C { func d() }",
            "@OtherActor @Proxied protocol E: C { func e() }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        let proxies = made.text.split(separator: "\n}\n")
        #expect(!proxies[0].contains("Actor\n    func a() {") && proxies[0].contains("@MainActor\n    func b() {"))
        #expect(proxies[0].contains("(), like: (() async -> Void).self) { await $0.aLater() }"))
        #expect(proxies[1].contains("@MainActor\n    func c() {") && !proxies[1].contains("Actor\n    func d() {"))
        #expect(proxies[1].contains(", ()) { await $0.cLater() }"))
        #expect(proxies[2].contains("@MainActor\n    func c() {"))
        #expect(proxies[2].contains("@OtherActor\n    func e() {"))
    }

    @Test func aRequirementHasOneActor() {
        let made = target(
            """
            @MainActor @Proxied protocol A: AnyObject {
                @OtherActor func a()
                @_Concurrency.MainActor func b()
                @MainActor(unsafe) func c()
                @discardableResult func d() -> Int
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("Forwards `a()`.\n    @OtherActor\n    func a() {"))
        #expect(made.text.contains("Forwards `b()`.\n    @_Concurrency.MainActor\n    func b() {"))
        #expect(made.text.contains("Forwards `c()`.\n    @MainActor(unsafe)\n    func c() {"))
        #expect(made.text.contains("Forwards `d()`.\n    @MainActor\n    @discardableResult\n    func d() -> Int {"))
    }
}
