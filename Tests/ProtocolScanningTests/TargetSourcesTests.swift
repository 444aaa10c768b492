// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProtocolScanning

@Suite struct TargetSourcesTests {
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

    @Test func importsAreNoMembersAndNoLabels() {
        let made = target(
            """
            import First; import Second
            @preconcurrency
            import Third
            #if X
            import Fourth
            #endif
            let linking: [Keyword] = [.import, .export]
            let broken = Keyword
                .import
            func resolve(import name: String) -> Int { table[import: name] }
            func find(
                import name: String, in place: Place
            ) {}
            func replace(for import: String) {}
            func load(
                from
                import: Int
            ) {}
            enum Linking {
                func load(
                    from
                    import : Int
                ) {}
                static let words: [Keyword] = [.import, .export]
                func resolve(import name: String) -> Int {
                    1
                }
                @Proxied protocol P: AnyObject { func p() }
            }
            @Proxied protocol Q: AnyObject { func q() }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.proxies == ["Linking.PProxy", "QProxy"])
        let own = made.text.split(separator: "\n").filter { $0.contains("import ") && !$0.contains("ProxyCore") }
        #expect(own == ["import First", "import Second", "@preconcurrency import Third", "import Fourth"])
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

    /// A variadic requirement is called as a function with an array, whose type can't have a `!`.
    @Test func variadicRequirementsMayHaveImplicitlyUnwrappedTypes() {
        let made = target(
            """
            @Proxied protocol A: AnyObject {
                func a(_ x: Int..., y: String!) -> Int!
                func b(_ x: Int..., y: inout [Int]!)
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("    func a(_ x: Int..., y: String!) -> Int! {"))
        #expect(made.text.contains("as (Int..., String?) -> Int?, as: (([Int], String?) -> Int?).self)"))
        #expect(made.text.contains("as (Int..., inout [Int]?) -> Void, as: (([Int], inout [Int]?) -> Void).self)"))
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

    /// The attribute before the name belongs to the parameter, the one behind the colon to its type.
    @Test func attributesBeforeNamesAreNoPartOfTypes() {
        let made = target(
            """
            @Proxied protocol A: AnyObject {
                func build(@Builder content: () -> String)
                func fill(@Rows<Int> @Builder(1) with rows: @escaping () -> [Int], _: Int)
                func done(_: @escaping @Sendable (Int) -> Void)
                subscript(@Builder rows: () -> Int) -> Int { get }
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("    func build(content: () -> String) {"))
        #expect(made.text.contains("    func fill(with rows: @escaping () -> [Int], _ argument2: Int) {"))
        #expect(made.text.contains("    func done(_ argument1: @escaping @Sendable (Int) -> Void) {"))
        #expect(made.text.contains("    subscript(rows: () -> Int) -> Int {"))
        #expect(made.text.contains("\"build(content:)\"") && made.text.contains("\"fill(with:_:)\""))
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
