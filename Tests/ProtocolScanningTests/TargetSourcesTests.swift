// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProtocolScanning

@Suite struct TargetSourcesTests {
    private func target(_ sources: String...) -> TargetSources {
        TargetSources(sources.enumerated().map { ("/\($0).swift", $1) })
    }

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

    @Test func namesParametersWithoutNamesUnlikeTheOthers() {
        let made = target(
            "@Proxied protocol P: AnyObject { func f(_ argument2: Int, _: Int); func g(_: Int, _ argument1: Int) }"
        )
        #expect(made.text.contains("func f(_ argument2: Int, _ argument2_: Int)"))
        #expect(made.text.contains("func g(_ argument1_: Int, _ argument1: Int)"))
    }

    @Test func findsAnnotatedProtocolsOnly() {
        let made = target(
            """
            // @Proxied protocol Comment {}
            let text = "@Proxied protocol Text {}"
            protocol Plain { func plain() }
            @available(*, deprecated) @Proxied
            public protocol A: AnyObject { func a() }
            @ProxyAnnotations.Proxied(parent: Owner.self, property: "target") protocol B: AnyObject { func b() }
            """
        )
        #expect(made.problems.isEmpty)
        #expect(made.proxies == ["AProxy", "BProxy"])
        #expect(made.text.contains("open class AProxy: ProxyCore::ProtocolProxy<any A>, A"))
        #expect(made.text.contains("class BProxy: ProxyCore::DelegateProxy<Owner, any B>, "))
        #expect(made.text.contains("object.target = delegate"))
    }

    @Test func carriesImportsOver() {
        let made = target(
            """
            import ProxyAnnotations
            @preconcurrency import Foundation
            public import struct Library.Item
            #if canImport(FoundationNetworking)
            import FoundationNetworking
            #endif
            @Proxied package protocol A { func a(_ item: Item) }
            """,
            "import Unused\nprotocol B {}"
        )
        #expect(made.problems.isEmpty)
        #expect(!made.text.contains("import ProxyAnnotations") && !made.text.contains("Unused"))
        #expect(made.text.contains("\n@preconcurrency import Foundation\npublic import struct Library.Item\n"))
        #expect(made.text.contains("#if (canImport(FoundationNetworking))\nimport FoundationNetworking\n#endif\n"))
        #expect(made.text.contains("#if hasFeature(InternalImportsByDefault)\npackage import ProxyCore\n#else"))
    }

    @Test func carriesTheImportsOfParentsOver() {
        let made = target(
            "import Base\n@Proxied protocol A: B, D { func a() }",
            "import Base\nimport Second\nprotocol B: C { func b(_ item: Item) }",
            "import ProxyMacros\n#if X\nimport Third\n#endif\nprotocol C: AnyObject { func c(_ thing: Thing) }",
            "import Fourth\n@Proxied protocol D: AnyObject { func d() }",
            "import Unused\nprotocol E {}"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("\nimport Base\nimport Second\n#if (X)\nimport Third\n#endif\nimport Fourth\n"))
        #expect(!made.text.contains("Unused") && !made.text.contains("ProxyMacros"))
    }

    /// An annotated parent's own proxy names the types of its requirements.
    @Test func needsNoImportsOfAParentWithAProxy() {
        let made = target(
            "import ProxyMacros\nimport Second\n@Proxied protocol B: AnyObject { func b(_ item: Item) }",
            "@Proxied protocol A: B { func a() }"
        )
        #expect(made.text.contains("class AProxy: BProxy, A"))
        #expect(!made.text.contains("import Second"))
    }

    @Test func keepsConditionsOfCompilation() {
        let made = target(
            """
            #if A
            #elseif B && C
            #if D
            @Proxied protocol P { func p() }
            #endif
            #else
            @Proxied protocol Q { func q() }
            #endif
            """
        )
        #expect(made.text.contains("#if !(A) && (B && C)\n#if (D)\n"))
        #expect(made.text.contains("#if !(A) && !(B && C)\n/// A proxy for `Q`"))
    }

    @Test func putsProxiesWhereTheirProtocolsAre() {
        let made = target(
            """
            struct Outer<T> where T: Equatable { var closure = { 1 } }
            extension Library.Part { enum Inner { @Proxied protocol P { @Optional func p() } } }
            """
        )
        #expect(made.proxies == ["Library.Part.Inner.PProxy"])
        #expect(made.text.contains("extension Library.Part.Inner {\n"))
        #expect(made.text.contains("extension Library.Part.Inner.P {\n"))
    }

    /// Default bodies are outside of the types, where the names that they declare are unknown.
    @Test func defaultBodiesWriteTheNamesOfEnclosingTypesOut() {
        let made = target(
            """
            enum Downloader {
                typealias Progress = Int
                @Proxied protocol Delegate: AnyObject {
                    typealias Own = State
                    @Optional @Default(State(named: "State", State: .idle))
                    func next(_ progress: [State: Progress], _ body: (_ own: Own) throws(Failure) -> Void) -> State?
                    @Optional func put<Progress>(_ state: State, _ progress: Progress)
                    @Optional func put(_ number: Int, _ state: State)
                }
            }
            """,
            "extension Downloader { struct State: Hashable {}; struct Failure: Error {} }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        let arguments = "_ progress: [State: Progress], _ body: (_ own: Own) throws(Failure) -> Void"
        #expect(made.text.contains("    func next(\(arguments)) -> State? {\n"))
        let bodies = made.text.split(separator: "\nextension Downloader.Delegate {\n").last ?? ""
        #expect(bodies.hasPrefix("    // Is a name unknown here? In the protocol, write Downloader.Name for what"))
        #expect(bodies.contains("_ progress: [Downloader.State: Downloader.Progress]"))
        #expect(bodies.contains("_ body: (_ own: Own) throws(Downloader.Failure) -> Void"))
        #expect(bodies.contains(" -> Downloader.State? {\n"))
        #expect(bodies.contains("        return Downloader.State(named: \"State\", State: .idle)\n"))
        #expect(bodies.contains("    func put<Progress>(_ state: Downloader.State, _ progress: Progress) {"))
        // The names in records are those of the proxy.
        #expect(bodies.contains("\"put(_:_:)(Int, State)\"") && made.text.contains("`put(_:_:)(Int, State)`"))
    }

    /// An extension of a nested type doesn't see what the types around that one declare.
    @Test func writesTheNamesOfOuterTypesOut() {
        let made = target(
            """
            enum Library {
                enum State {}
                enum Part {
                    enum Mode {}
                    @Proxied protocol P: AnyObject { @Optional func f(_ state: State, _ modes: [Mode]) }
                }
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        let head = "    func f(_ state: Library.State"
        #expect(made.text.contains("\(head), _ modes: [Mode]) {\n        forward("))
        #expect(made.text.contains("\(head), _ modes: [Library.Part.Mode]) {\n        ProxyCore::DefaultBody.reached("))
    }

    @Test func writesTheNamesInInheritedRequirementsOut() {
        let made = target(
            "enum A { enum State {}; protocol Base: Root { func base(_ state: State) } }",
            "protocol Root: AnyObject { func root(_ state: State) }; enum State {}",
            "@Proxied protocol Child: A.Base { func child(_ state: State) }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("    func base(_ state: A.State) {"))
        #expect(made.text.contains("    func root(_ state: State) {"))
        #expect(made.text.contains("    func child(_ state: State) {"))
    }

    /// A child may write the same type otherwise than its parent, which is inside fewer types, or more.
    @Test func aRequirementThatIsDeclaredAgainElsewhereIsTheSame() {
        let taken = target(
            """
            enum Library {
                enum State {}
                enum Part { protocol Base: AnyObject { func f(_ state: State) } }
                @Proxied protocol Child: Part.Base { func f(_ state: State) }
            }
            """
        )
        #expect(taken.problems.isEmpty, "\(taken.problems)")
        #expect(taken.text.ranges(of: "\n    func f(").count == 1)
        let inherited = target(
            """
            enum Library {
                enum State {}
                @Proxied protocol Base: AnyObject { func f(_ state: State) }
                enum Part { @Proxied protocol Child: Base { func f(_ state: State); func g(_ state: State) } }
            }
            """
        )
        #expect(inherited.problems.isEmpty, "\(inherited.problems)")
        #expect(inherited.text.ranges(of: "\n    func f(").count == 1)
        #expect(inherited.text.contains("class ChildProxy: Library.BaseProxy"))
        #expect(inherited.text.contains("func g(_ state: Library.State)"))
    }

    /// As do the class's own line, its parent object, and the constraints of its types.
    @Test func aProxyTwoTypesDeepNamesWhatTheOuterOneDeclares() {
        let made = target(
            """
            enum Library {
                protocol Shape {}
                class Reader { weak var delegate: (any Part.Delegate)? }
                enum Part {
                    @Proxied(parent: Reader.self) protocol Delegate: AnyObject { func f() }
                    @Proxied protocol Source<Item>: AnyObject { associatedtype Item: Shape; func put(_ item: Item) }
                }
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("Library.Reader"))
        #expect(made.text.contains("Item: Library.Shape"))
    }

    /// `Delegate` is a type of the superclass too, and `DelegateProxy` the superclass itself.
    @Test func givesANestedProtocolCalledDelegateAProxyOfItsOwn() {
        let made = target(
            "enum Outer { class K {}; @Proxied(parent: K.self) protocol Delegate: AnyObject { func a() } }"
        )
        #expect(made.proxies == ["Outer.DelegateProxy"])
        #expect(made.text.contains("class DelegateProxy:\n    ProxyCore::DelegateProxy<K, any Outer.Delegate>,\n"))
        #expect(made.text.contains("for object: K) -> (any Outer.Delegate)?"))
    }

    @Test func leavesTypesOfTheProgramTheirNames() {
        let made = target(
            """
            @Proxied(parent: Recorder.self) protocol A: AnyObject {
                func a(_ a: Selectors, b: Arguments, c: [ProxyMember]) -> Return
                func b(_ a: inout InoutArgument)
            }
            """
        )
        #expect(made.problems.isEmpty)
        #expect(made.text.contains("init(parentRecorder: Recorder, recorder: ProxyCore::Recorder = .current)"))
        #expect(made.text.contains("enum ProxysSelectors {"))
        #expect(made.text.contains("struct ProxysProxyMember<ProxysArguments, ProxysReturn>: Sendable {"))
        #expect(made.text.contains("(Selectors, Arguments, [ProxyMember]), Return>"))
        #expect(made.text.contains("ProxyCore::InoutArgument<InoutArgument>"))
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

    @Test(arguments: [
        "@Proxied protocol P: AnyObject { var n: Int { get set } }",
        "@Proxied protocol P: A, Unknown { var n: Int { get set } }; protocol A {}",
        "@Proxied protocol P: A { var n: Int { get set } }; protocol A: B {}; protocol B: Sendable & AnyObject {}",
        "@Proxied protocol P: A, AnyObject {}; protocol A { mutating func a() }",
        "@Proxied protocol P { var n: Int { get nonmutating set } }",
    ])
    func forwardsChangesUnlessADelegateCanBeAValue(source: String) {
        let made = target(source)
        #expect(made.problems.isEmpty, "\(made.problems)")
    }

    @Test func carriesConstraintsOfAssociatedTypesOver() {
        let made = target(
            """
            @Proxied protocol A<K, V>: AnyObject where V: Collection, Self.V.Element == K {
                associatedtype K: Comparable
                associatedtype V: Sendable where V.Index: Hashable
                associatedtype D: Sequence = [Int] where D.Element: Hashable
                func a(_ key: K, _ value: V)
            }
            """,
            "protocol B<T>: AnyObject where T.Element: Hashable { associatedtype T: Sequence; func b() }",
            "@Proxied protocol C<U>: B where T.Element == U, T: Sendable { associatedtype U; func c(_ u: U) }",
            "@Proxied protocol D: A<Int, [Int]> { func d() }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("class AProxy<K: Comparable, V: Sendable & Collection>:"))
        #expect(made.text.contains("\nwhere V.Element == K, V.Index: Hashable {"))
        #expect(made.text.contains("class CProxy<U, T: Sequence & Sendable>:"))
        #expect(made.text.contains("\nwhere T.Element: Hashable, T.Element == U {"))
        #expect(made.text.contains("class DProxy: AProxy<Int, [Int]>, D"))
    }

    @Test func namesAssociatedTypesAsAClassDoes() {
        let made = target(
            """
            @Proxied protocol A<T, E>: AnyObject {
                associatedtype T; associatedtype E: Error
                func a(_ x: Self.T, _ y: [MySelf.T]) throws(Self.E) -> [Self.T: Int]
                func b<S: Sequence<Self.T>>(_ s: S) where S: Collection, S.Element == Self.T
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("    func a(_ x: T, _ y: [MySelf.T]) throws(E) -> [T: Int] {"))
        #expect(made.text.contains("    func b<S: Sequence<T> & Collection>(_ s: S) where S.Element == T {"))
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

    @Test func passesOnWhatCannotBeCopied() {
        let made = target(
            """
            struct Ticket: ~Copyable {}
            struct Box<T: ~Copyable> {}
            @Proxied protocol A: AnyObject {
                func change(_ ticket: inout Ticket)
                func read(_ tickets: UnsafePointer<Ticket>) -> Box<Ticket>
                func responds(to number: Int) -> Bool
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("forward(Selectors.change, .noncopyable) { $0.change(&ticket) }"))
        #expect(made.text.contains("MethodSelector<AProxy, UnsafePointer<Ticket>, Box<Ticket>>"))
    }

    /// The parameter of a subscript with a single name has no label, whatever the proxy calls it.
    @Test func renamedParametersOfSubscriptsGetNoLabel() {
        let made = target(
            "@Proxied protocol A: AnyObject { subscript(newValue: Int) -> Int { get set }; subscript(forward: [Int]) -> Int { get } }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("subscript(_ argument1: Int) -> Int {"))
        #expect(made.text.contains("subscript(_ argument1: [Int]) -> Int {"))
    }

    @Test func aTupleOrClosureOfAPackIsOneValue() {
        let made = target(
            """
            @Proxied protocol A: AnyObject {
                func f<each T>(_ t: (repeat each T))
                func g<each T>(_ done: @escaping (repeat each T) -> Void, _ t: repeat each T)
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("forward(Selectors.f, t as Any) { $0.f(t) }"))
        #expect(made.text.contains("(done as Any, ProxyCore::UnrecordedArgument.list(repeat each t))"))
        #expect(made.text.contains("$0.g(done, repeat each t)"))
    }

    /// The selector knows such a result as `Any`, which gives `nil` no type.
    @Test func answersOfGenericTypesHaveTheTypeOfTheResult() {
        let made = target(
            """
            @Proxied protocol A<T>: AnyObject {
                associatedtype T
                @Default(nil) func a() -> T?
                @Default([]) func b() -> [T]!
                @Default(nil) func c() -> Int?
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("default: (nil) as T? as Any)"))
        #expect(made.text.contains("default: ([]) as [T]? as Any)"))
        #expect(made.text.contains("default: nil)"))
    }

    /// `sending` belongs to results and parameters, not to casts.
    @Test func castsAResultToItsTypeAlone() {
        let made = target(
            "@Proxied protocol A<T>: AnyObject { associatedtype T; func a() -> sending T; func b() -> T! }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("    func a() -> sending T {\n        nonisolated(unsafe) let result = forward("))
        #expect(made.text.contains("{ $0.a() as Any } as! T\n        return result\n"))
        #expect(made.text.contains("{ $0.b() as Any } as! T?\n"))
    }

    /// What is sendable need not be given up.
    @Test func sendableValuesCanBeInoutAndSending() {
        let made = target("@Proxied protocol A: AnyObject { func a(_ number: inout sending Int) }")
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("{ $0.a(&number) }") || made.text.contains("    $0.a(&number)\n"))
        #expect(!made.text.contains("nonisolated(unsafe)"))
    }

    @Test func typeParametersCanBeValues() {
        let made = target(
            "@Proxied protocol A: AnyObject { func f<let count: Int, T>(_ x: InlineArray<count, T>) -> Int }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("    func f<let count: Int, T>(_ x: InlineArray<count, T>) -> Int {"))
        #expect(made.text.contains("MethodSelector<AProxy, Any, Int>"))
    }

    /// The selectors of a generic class are outside of it.
    @Test func selectorsDontNameTheAliasesOfAGenericProtocol() {
        let made = target(
            """
            @Proxied protocol A<T>: AnyObject {
                associatedtype T
                typealias Number = Int
                func f(_ number: Number, _ text: String) -> Number
            }
            @Proxied protocol B: AnyObject { typealias Number = Int; func f(_ number: Number) -> Number }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("MethodSelector<Never, (Any, String), Any>"))
        #expect(made.text.contains("MethodSelector<BProxy, Number, Number>"))
    }

    @Test func closuresInAliasesAreNotRecordedUnlessTheyEscape() {
        let made = target(
            """
            typealias Visitor = (Int) -> Void
            typealias Mapper<T> = @Sendable (T)
                -> T
            typealias Visitors = [(Int) -> Void]
            enum E { typealias Page = (Int) -> Void }
            @Proxied protocol A: AnyObject {
                typealias Own = () -> Void
                func f(_ a: Visitor, _ b: @escaping Visitor, _ c: Visitor?, _ d: Visitors, _ e: Mapper<Int>, _ f: Own)
                func g(_ page: Page)
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("(.nonescapingClosure, b, c, d, .nonescapingClosure, .nonescapingClosure)"))
        #expect(made.text.contains("forward(Selectors.g, page)"))
    }

    @Test func anAliasOfAFunctionInParenthesesIsOneOfAFunction() {
        let made = target(
            """
            typealias Visitor = ((Int) -> Void)
            @Proxied protocol A: AnyObject {
                typealias Own = (() -> Void)
                func f(_ a: Visitor, _ b: Own)
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("(.nonescapingClosure, .nonescapingClosure)"))
    }

    /// Regression test: every value whose type had the name of such an alias was left out.
    @Test func closuresInAliasesAreRecordedWhereTheyEscape() {
        let made = target(
            """
            typealias Done = (Int) -> Void
            @Proxied protocol A: AnyObject {
                var done: Done { get set }
                subscript(_ done: Done) -> Done { get set }
                func many(_ all: Done...)
                func change(_ done: inout Done)
                func own<Done>(_ done: Done)
            }
            @Proxied protocol B<Done>: AnyObject { associatedtype Done; func b(_ done: Done) }
            @Proxied protocol C: AnyObject { typealias Done = String; func c(_ text: Done) }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("forward(Selectors.setDone, newValue)"))
        #expect(made.text.contains("MethodSelector<AProxy, (Done, ProxyCore::UnrecordedArgument), Void>"))
        #expect(made.text.contains("forward(Selectors.many, all)"))
        #expect(made.text.contains("ProxyCore::InoutArgument<Done>"))
        #expect(made.text.contains("forward(Selectors.own, done as Any)"))
        #expect(made.text.contains("forward(BProxySelectors.b, done as Any)"))
        #expect(made.text.contains("MethodSelector<CProxy, Done, Void>"))
    }

    @Test func readsNamesInBackticks() {
        let made = target(
            "@Proxied protocol A: AnyObject { func `a b`(`c: d` e: Int, _ `f g`: Int...); var `2d`: Int { get } }"
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("func `a b`(`c: d` e: Int, _ `f g`: Int...) {"))
        #expect(made.text.contains("ProxyCore::takingArrays($0.`a b`(`c: d`:_:) as (Int, Int...) -> Void,"))
        #expect(made.text.contains("static let aB = ") && made.text.contains("static let _2d = "))
        #expect(made.text.contains("\"a b(c: d:_:)\"") && made.text.contains("parameters: [\"e\", \"f g\"]"))
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

    @Test func tellsOverloadsApartThatDifferInTheFormOfATypeOnly() {
        let made = target(
            """
            @Proxied protocol A: AnyObject {
                func put(_ x: Int); func put(_ x: [Int]); func put(_ x: Int?); func put(_ x: [Int: Int])
                func put(_ x: (Int) -> Int); func put(_ x: Set<Int>)
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        let names = [
            "putInt", "putArrayOfInt", "putIntOptional", "putDictionaryOfIntToInt", "putTupleOfIntToInt", "putSetInt",
        ]
        for name in names { #expect(made.text.contains("static let \(name) ="), "\(name)") }
    }

    @Test func leavesTheMacrosProtocolsToTheMacro() {
        #expect(target("import ProxyMacros\n@Proxied protocol P { func p() }").proxies.isEmpty)
    }

    /// Each problem is reported at the word that it concerns.
    @Test(arguments: [
        ("@Proxied protocol P {\n    static func p()\n}", "2:5", "static requirement 'p()'"),
        ("@Proxied protocol P {\n  func a()\n  init(a: Int)\n}", "3:3", "an initializer"),
        ("@Proxied protocol P {\n  #if X\n  func a()\n  #endif\n}", "2:3", "under a condition"),
        ("@Proxied protocol P {\n  func a() -> Self\n}", "2:15", "returns the delegate's own type"),
        ("@Proxied protocol P {\n  func a(_ p: Self.Type)\n}", "2:8", "takes a value of the delegate's own type"),
        ("@Proxied protocol P {\n  var a: Self.Type { get }\n}", "2:7", "returns the delegate's own type"),
        ("@Proxied protocol P {\n  associatedtype T\n  func a(_ t: [T])\n}", "3:16", "associated type 'T'"),
        ("@Proxied protocol P {\n  @Optional\n  func a() -> Int\n}", "2:3", "returns a value"),
        ("@Proxied protocol P {\n  func b(); @Default(1) func a()\n}", "2:13", "returns nothing"),
        ("@Proxied protocol P {\n  mutating func m()\n}", "2:17", "'m()' can change its delegate"),
        ("@Proxied protocol P: Sendable {\n  var n: Int { get set }\n}", "2:7", "make the protocol one of classes"),
        ("@Proxied protocol P { subscript(a: Int) -> Int { mutating get } }", "1:23", "changed in a copy"),
        ("protocol B { mutating func b() }\n@Proxied protocol P: B {}", "2:22", "B: 'b()' can change its delegate"),
        ("@Proxied protocol P<T> where T == Int {\n  associatedtype T\n}", "1:30", "leaves nothing to choose"),
        ("@Proxied protocol P<T, U> {\n  associatedtype T; associatedtype U where U == T\n}", "2:44", "'U == T'"),
        ("@Proxied protocol P {\n  associatedtype T where T == [U.A]; associatedtype U\n}", "2:26", "T == [U.A]"),
        (
            "@Proxied protocol P<T> {\n  associatedtype T: Sequence; associatedtype D = Int where D == T.Element\n}",
            "2:60", "an associated type that has a default"
        ),
        ("@Proxied protocol A<T> { associatedtype T }\n@Proxied protocol P: A where T == Int {}", "2:30", "P<Int>"),
        (
            "protocol A<T> { associatedtype T; func a(_ t: T) }\n@Proxied protocol P: A {}", "2:22",
            "A: associated type 'T' is not part of the delegate's type"
        ),
        (
            "@Proxied protocol A: AnyObject { func a() -> Int }\n@Proxied protocol P: A { func a() -> Bool }",
            "2:31", "declare it as the parent does"
        ),
        (
            "@Proxied protocol A: NSObjectProtocol {}\n@Proxied protocol P: A { func isProxy() throws -> Bool }",
            "2:31", "declare it as the parent does"
        ),
        ("class C<T> {}; @Proxied protocol P: C<Int> {}", "1:37", "for subclasses of 'C<Int>' only"),
        ("enum E { class C {}; @Proxied protocol P: C {} }", "1:43", "for subclasses of 'C' only"),
        ("@Proxied protocol P {\n  func v(_ a: Int..., b: Int...)\n}", "2:8", "several variadic parameters"),
        ("@Proxied protocol P {\n  subscript(_ a: Int...) -> Int { get }\n}", "2:3", "on to one of a subscript"),
        ("@Proxied protocol P {\n  func v(_ a: Int..., b: some Error)\n}", "2:8", "beside one of type 'some'"),
        ("@Proxied protocol P {\n  func a(_ a: inout sending Box)\n}", "2:8", "parameter that is 'inout sending'"),
        ("@Proxied protocol P {\n  func uninstall()\n}", "2:8", "'uninstall()' is a member of every proxy"),
        ("@Proxied protocol P {\n  func responds(to a: String)\n}", "2:8", "'responds(to:)' is a member"),
        ("@Proxied protocol P {\n  func a() -> T?\n}\nstruct T: ~Copyable {}", "2:8", "cannot be copied"),
        ("@Proxied protocol P {\n  var a: O.T { get }\n}\nenum O { struct T: ~Copyable {} }", "2:7", "be copied"),
        ("@Proxied protocol `P Q` {}", "1:19", "the proxy of `P Q` cannot be named after it"),
        ("@Proxied protocol P: Actor {}", "1:22", "protocol of actors"),
        ("@Proxied protocol P: Codable { func a() }", "1:22", "'Codable' requires what no proxy can forward"),
        ("@Proxied protocol P: Identifiable {}", "1:22", "the requirements of 'Identifiable' cannot be seen"),
        ("@Proxied protocol P: Identifiable {\n  var id: ID { get }\n}", "2:11", "associated type 'ID'"),
        ("@Proxied protocol P: A, B {}", "1:25", "one superclass"),
        ("@Proxied private protocol P {}", "1:27", "make it internal"),
        ("private enum A { @Proxied protocol P {} }", "1:36", "make it internal"),
        ("func f() { @Proxied protocol P {} }", "1:30", "is local"),
        ("@Proxied final class C {}", "1:1", "belongs at a protocol"),
        ("@Proxied(parent: type) protocol P {}", "1:18", "write the type itself"),
        ("import ProxyAnnotations\nprotocol P { @Optional func a() }", "2:14", "has no effect here"),
        ("@Proxied protocol P {\n  func a(b: Int)\n  func a(b: Int)\n}", "3:8", "called 'a(b:)'"),
    ])
    func saysWhatCannotBeDone(source: String, place: String, words: String) throws {
        let made = target(source)
        let problem = try #require(made.problems.first, "no problem in \(source)")
        #expect(made.problems.count == 1, "\(made.problems)")
        #expect(problem.description.hasPrefix("/0.swift:\(place): error: "), "\(problem)")
        #expect(problem.message.contains(words), "\(problem)")
        #expect(!made.proxies.contains("PProxy"))
    }

    @Test func readsMembersHoweverTheyAreWritten() {
        let made = target(
            """
            @Proxied protocol P: AnyObject {
                @Optional @Default(")(") func quoted(
                    _ text: String  // }
                ) -> String
                var a: Int { get }; var b: [String: Int] { get set }
                subscript(index: Int) -> Int { get async throws }
                nonisolated func
                    broken<T>(_ f: @escaping (T) -> Void)
                    async throws
                    -> T
                    where T: Sendable
                func `class`(for func: Int)
                mutating func grow()
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        for name in ["quoted(_:)", "a.get", "b.set", "subscript(_:).get", "broken(_:)", "class(for:)", "grow()"] {
            #expect(made.text.contains("\"\(name)\""), "\(name)")
        }
        #expect(made.text.contains("return \")(\""))
    }
}
