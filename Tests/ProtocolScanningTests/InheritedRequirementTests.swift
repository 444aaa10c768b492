// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProtocolScanning

/// What a proxy forwards of its protocol's parents, and what it leaves to a superclass.
@Suite struct InheritedRequirementTests {
    @Test(
        arguments: [
            "@Proxied protocol A: A { func a() }",
            "@Proxied protocol A: B { func a() }; protocol B: A { func b() }",
            "@Proxied protocol A: B { func a() }; protocol B: C { func b() }; protocol C: B { func c() }",
            "@Proxied(parent: K.self) protocol A: B { func a() }; @Proxied protocol B: C {}; @Proxied protocol C: B {}",
        ]
    ) func leavesACircleOfParentsToTheCompiler(source: String) {
        #expect(target(source).text.contains("func a()"))
    }

    @Test func forwardsItselfWhatAProxyWithoutAParentObjectWould() {
        let made = target(
            "@Proxied protocol Base: AnyObject { func base() }",
            "@Proxied(parent: Owner.self) protocol Child: Base { func child() }",
            "@Proxied(parent: Special.self) protocol Grandchild: Child { func grandchild() }"
        )
        #expect(made.problems.isEmpty)
        #expect(made.text.contains("class ChildProxy:\n    ProxyCore::DelegateProxy<Owner, any Child>,\n"))
        #expect(made.text.contains("func base()"))
        #expect(made.text.contains("class GrandchildProxy: ChildProxy, Grandchild"))
        #expect(made.text.contains("refine { GrandchildProxy(special: $0) }"))
    }

    @Test func inheritsAcrossFiles() {
        let made = target(
            "@Proxied protocol Mouse: Pointer, Sendable { func click() }",
            "protocol Pointer: Device { func move() }",
            "protocol Device: AnyObject { func attach(); func move() }",
            "@Proxied protocol Wheel: Mouse { func turn() }"
        )
        #expect(made.problems.isEmpty)
        #expect(made.text.contains("class MouseProxy: ProxyCore::ProtocolProxy<any Mouse>, Mouse"))
        #expect(made.text.contains("func attach()"))
        #expect(made.text.split(separator: "{ $0.move() }").count == 2)
        #expect(made.text.contains("class WheelProxy: MouseProxy, Wheel"))
    }

    /// A class has one property for those of all parents.
    @Test func forwardsTheStrongestOfInheritedRequirements() {
        let parents = """
            protocol A: AnyObject {
                var title: String { get }; func load() throws; subscript(i: Int) -> Int { get throws }
            }
            protocol B: AnyObject {
                var title: String { get set }; func load(); subscript(i: Int) -> Int { get set }
            }
            """
        for inherited in ["A, B", "B, A"] {
            let made = target(parents, "@Proxied protocol P: \(inherited) { func p() }")
            #expect(made.problems.isEmpty, "\(made.problems)")
            #expect(made.text.ranges(of: " var title: String {\n").count == 1)
            #expect(made.text.contains("forward(Selectors.setTitle, newValue)"))
            #expect(made.text.contains("$0.title = newValue"))
            let load = "forward(Selectors.load, ()) { ($0 as any B).load() }"
            #expect(made.text.contains("    func load() {\n        \(load)\n"))
            #expect(!made.text.contains("() throws") && !made.text.contains("get throws"))
            // A setter needs the delegate itself.
            #expect(made.text.contains("($0 as any B)[i]") && made.text.contains("$0[i] = newValue"))
        }
    }

    /// The class's method fulfils both, and is called as the one that leaves the delegate as it is.
    @Test(arguments: ["A, B, AnyObject { func p() }", "B, A, AnyObject { mutating func a() }"])
    func aMethodThatOneParentForbidsToChangeTheDelegateDoesNotChangeIt(head: String) {
        let made = target(
            "protocol A { mutating func a() }; protocol B { func a() }",
            "@Proxied protocol P: \(head)"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("    func a() {\n        forward(Selectors.a, ()) { ($0 as any B).a() }\n"))
    }

    @Test func aRequirementThatIsDeclaredAgainStaysAsStrongAsThatOfTheParent() {
        let made = target(
            "protocol A: AnyObject { var title: String { get set } }",
            "@Proxied protocol P: A { var title: String { get } }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("\"title.get\"") && made.text.contains("\"title.set\""))
        #expect(made.text.ranges(of: " var title: String {\n").count == 1)
    }

    @Test func requirementsOfParentsThatDifferInConstraintsAreRefusedAndNotLeftOut() {
        let made = target(
            "protocol A: AnyObject { func a<T: X>(_ t: T) }; protocol B: AnyObject { func a<T: Y>(_ t: T) }",
            "@Proxied protocol P: A, B {}",
            "@Proxied protocol Q: A { func a<T: Y>(_ t: T) }"
        )
        #expect(made.proxies.isEmpty)
        let places = made.problems.map { String($0.description.prefix { $0 != " " }) }
        #expect(places == ["/1.swift:1:19:", "/2.swift:1:31:"], "\(made.problems)")
        #expect(made.problems.allSatisfy { $0.message.hasPrefix("two requirements are called 'a(_:)'") })
    }

    @Test(arguments: [
        "@Proxied protocol P: Identifiable { var id: Int { get } }",
        "@Proxied protocol P: Swift.Identifiable where ID == Int { var id: Int { get } }",
        "@Proxied protocol P: AnyObject & Identifiable where ID == Int { var id: Int { get } }",
        "@Proxied protocol P: @preconcurrency Identifiable where ID == Int { var id: Int { get } }",
        "@Proxied protocol P where Self: Identifiable, ID == Int { var id: Int { get } }",
        "@Proxied protocol P<ID>: Identifiable { associatedtype ID: Hashable; var id: ID { get } }",
    ])
    func forwardsTheRequirementsOfAKnownParentThatAreDeclaredAgain(source: String) {
        let made = target(source)
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains(" var id: "))
    }

    /// A class can't have a property twice.
    @Test func membersOfObjectsThatAProtocolDeclaresAreForwarded() {
        let made = target(
            """
            @Proxied protocol P: NSObjectProtocol {
                var description: String { get }
                func isEqual(_ other: Any?) -> Bool
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.ranges(of: " var description: String {").count == 1)
        #expect(made.text.ranges(of: " func isEqual(_ ").count == 1)
        #expect(made.text.contains("forward(Selectors.description, ()) { $0.description }"))
        #expect(made.text.contains("var hash: Int {") && made.text.contains("func isProxy() -> Bool {"))
    }

    /// Whether the proxy of another module's protocol answers as an object cannot be seen.
    @Test func saysWhichProtocolHasToBeOneOfObjectsWhereTheSuperclassIsUnknown() {
        let made = target("@Proxied protocol P: Library.Base, NSObjectProtocol { func a() }")
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("    // of Library.BaseProxy inherit from NSObjectProtocol.\n"))
        #expect(!made.text.contains("var hash: Int"))
        let own = target("@Proxied protocol P: NSObjectProtocol { func a() }")
        #expect(!own.text.contains("inherit from NSObjectProtocol"))
    }

    /// Regression test: without the member, the class didn't conform.
    @Test func aMethodThatSharesItsNameOnlyWithAMemberOfObjectsDoesNotReplaceIt() {
        let made = target(
            """
            @Proxied protocol P: NSObjectProtocol {
                func isEqual(_ other: Shape) -> Bool
                func isProxy() async -> Bool
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains(" func isEqual(_ other: Shape) -> Bool {\n"))
        #expect(made.text.contains(" func isEqual(_ object: Any?) -> Bool { object as AnyObject? === self }\n"))
        #expect(made.text.contains(" func isProxy() async -> Bool {\n"))
        #expect(made.text.contains(" func isProxy() -> Bool { false }\n"))
    }

    /// The parent's proxy answers them itself; what it forwards is left to it.
    @Test func membersOfObjectsThatAChildDeclaresOverrideTheAnswersOfTheSuperclass() {
        let made = target(
            """
            @Proxied protocol A: NSObjectProtocol { func a(); func isProxy() -> Bool }
            @Proxied protocol B: A {
                var description: String { get }
                func isEqual(_ other: Shape) -> Bool
                func isProxy() -> Bool
            }
            @Proxied protocol C: B { var description: String { get }; var hash: Int { get } }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        let proxies = made.text.split(separator: "\n}\n")
        let (child, grandchild) = (proxies[1], proxies[2])
        let forward = "        forward(as: Facets.b, Selectors.description, ()) { $0.description }"
        #expect(child.contains("    override var description: String {\n\(forward)\n"))
        #expect(child.contains("    func isEqual(_ other: Shape) -> Bool {") && !child.contains("func isProxy()"))
        #expect(grandchild.contains("    override var hash: Int {\n        forward(as: Facets.c, Selectors.hash, ())"))
        #expect(!grandchild.contains("var description"))
    }

    @Test func leavesToTheSuperclassWhatItForwards() {
        let made = target(
            """
            @Proxied protocol A: AnyObject { func a(_ x: Int) -> Int; func t() throws; var v: Int { get } }
            @Proxied protocol B: A { func b(); func a(_ y: Int) -> Int; func t(); var v: Int { get set } }
            @Proxied(inheriting: "BProxy") protocol C: B { func t(); @Default(1) func a(_ x: Int) -> Int }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        let proxies = made.text.split(separator: "\n}\n")
        let (base, child, grandchild) = (proxies[0], proxies[1], proxies[2])
        #expect(base.contains("    func a(_ x: Int) -> Int {") && !base.contains("override func"))
        #expect(!child.contains("func a(_"))
        #expect(child.contains("    override func t() {\n        forward(as: Facets.b, Selectors.tRequirement, ())"))
        #expect(child.contains("override var v: Int {\n        get {\n            super.v\n        }\n        set {"))
        #expect(!child.contains("\"v.get\"") && child.contains("\"v.set\""))
        #expect(grandchild.contains("    override func a(_ x: Int) -> Int {") && !grandchild.contains("func t()"))
    }

    @Test func aGenericClassFindsItsFacetsByThoseOfItsSelectors() {
        let made = target(
            """
            @Proxied protocol A: AnyObject { func a() }
            @Proxied protocol B<T>: A { associatedtype T; func b(_ item: T) }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(
            made.text.contains(
                """
                    private enum Facets {
                        static var b: ProxyCore::DelegateFacet<any B<T>> { .init(identifiedBy: BProxySelectors.Facets.b) }
                    }

                """
            )
        )
        #expect(
            made.text.contains(
                """
                nonisolated enum BProxySelectors {
                    enum Facets {
                        static let b = ProxyCore::DelegateFacet<Never>()
                    }

                """
            )
        )
    }
}
