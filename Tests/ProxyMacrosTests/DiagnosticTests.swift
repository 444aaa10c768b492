// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Each refusal, its location, and the source after its fix-it.
@Suite struct DiagnosticTests {
    struct Case: CustomTestStringConvertible {
        var source: String
        var place: String
        var word: String
        var message: String
        var fix: String?
        var fixed: String?
        /// Whether the source has no problems after the fix-it.
        var isMended = true

        var testDescription: String { "\(word) in \(source.prefix(60))" }
    }

    @Test(arguments: requirements + associatedTypes + parents + markers + arguments)
    func saysWhatCannotBeDoneAtTheVeryWord(refusal: Case) throws {
        let source = try MacroSource(refusal.source)
        let remark = try #require(source.remarks.first)
        #expect(source.remarks.count == 1, "\(source.remarks)")
        #expect(remark.place == refusal.place)
        #expect(remark.word == refusal.word)
        #expect(remark.message.hasPrefix(refusal.message), "\(remark.message)")
        #expect(remark.fix == refusal.fix)
        #expect(remark.fixed == refusal.fixed)
        if let fixed = remark.fixed, refusal.isMended {
            let mended = try MacroSource(fixed)
            #expect(mended.remarks.isEmpty, "\(mended.remarks)")
            #expect(!mended.expansion.isEmpty)
        }
    }

    /// A parent that is known by name only may require a class.
    @Test(arguments: [
        "@Proxied protocol P: AnyObject { var n: Int { get set } }",
        "@Proxied protocol P where Self: AnyObject { var n: Int { get set } }",
        "@Proxied(inheriting: \"BProxy\") protocol P: B { var n: Int { get set } }",
        "@Proxied protocol P { var n: Int { get nonmutating set } }",
    ])
    func forwardsChangesUnlessADelegateCanBeAValue(source: String) throws {
        #expect(try MacroSource(source).remarks.isEmpty)
    }

    /// What a known parent requires is forwarded once the protocol declares it again.
    @Test(arguments: [
        "@Proxied protocol P: Identifiable { var id: Int { get } }",
        "@Proxied protocol P: Swift.Identifiable where ID == Int { var id: Int { get } }",
        "@Proxied protocol P: AnyObject & Identifiable where ID == Int { var id: Int { get } }",
        "@Proxied protocol P: @preconcurrency Identifiable where ID == Int { var id: Int { get } }",
        "@Proxied protocol P where Self: Identifiable, ID == Int { var id: Int { get } }",
        "@Proxied protocol P: CustomStringConvertible { var description: String { get } }",
    ])
    func forwardsTheRequirementsOfKnownParentsThatAreDeclaredAgain(source: String) throws {
        let made = try MacroSource(source)
        #expect(made.remarks.isEmpty, "\(made.remarks)")
        #expect(!made.expansion.isEmpty)
    }

    /// A class that lacks a requirement would cause a compiler error at the wrong place.
    @Test func makesNothingWhereSomethingCannotBeDone() throws {
        let source = try MacroSource("@Proxied protocol P { static func make()\n func touch() }")
        #expect(source.expansion.isEmpty)
    }

    @Test func saysEverythingAtOnce() throws {
        let source = try MacroSource(
            """
            @Proxied protocol P: Equatable {
                init()
                static func make()
                func same(_ other: Self) -> Self
            }
            """
        )
        #expect(source.remarks.map(\.place) == ["1:22", "2:5", "3:5", "4:24", "4:33"])
    }

    static let requirements = [
        Case(
            source: "@Proxied protocol P { static func make(_ a: Int) }",
            place: "1:23",
            word: "static",
            message: "static requirement 'make(_:)' cannot be forwarded",
            fix: "make it an instance requirement",
            fixed: "@Proxied protocol P { func make(_ a: Int) }"
        ),
        Case(
            source: "@Proxied protocol P { static var shared: Int { get } }",
            place: "1:23",
            word: "static",
            message: "static requirement 'shared' cannot be forwarded",
            fix: "make it an instance requirement",
            fixed: "@Proxied protocol P { var shared: Int { get } }"
        ),
        Case(
            source: "@Proxied protocol P { static func == (a: Int, b: Int) -> Bool }",
            place: "1:23",
            word: "static",
            message: "static requirement '==(a:b:)' cannot be forwarded",
            fix: "make it an instance requirement",
            fixed: "@Proxied protocol P { func == (a: Int, b: Int) -> Bool }",
            isMended: false
        ),
        Case(
            source: "@Proxied protocol P { init(name: String) }",
            place: "1:23",
            word: "init",
            message: "an initializer cannot be forwarded"
        ),
        Case(
            source: "@Proxied protocol P {\n    func equals(_ other: Self) -> Bool\n}",
            place: "2:26",
            word: "Self",
            message: "'equals(_:)' takes a value of the delegate's own type Self",
            fix: "use 'any P'",
            fixed: "@Proxied protocol P {\n    func equals(_ other: any P) -> Bool\n}"
        ),
        Case(
            source: "@Proxied protocol P { func next() -> Self? }",
            place: "1:38",
            word: "Self",
            message: "'next()' returns the delegate's own type Self",
            fix: "use '(any P)'",
            fixed: "@Proxied protocol P { func next() -> (any P)? }"
        ),
        Case(
            source: "@Proxied protocol P { var other: Self { get } }",
            place: "1:34",
            word: "Self",
            message: "'other' returns the delegate's own type Self",
            fix: "use 'any P'",
            fixed: "@Proxied protocol P { var other: any P { get } }"
        ),
        Case(
            source: "@Proxied protocol P { var recorder: Int { get } }",
            place: "1:27",
            word: "recorder",
            message: "'recorder' is a member of every proxy"
        ),
        Case(
            source: "@Proxied protocol P { func uninstall() }",
            place: "1:28",
            word: "uninstall",
            message: "'uninstall()' is a member of every proxy"
        ),
        Case(
            source: "@Proxied protocol P { func a(_ a: Int..., b: Int...) }",
            place: "1:28",
            word: "a",
            message: "'a(_:b:)' has several variadic parameters"
        ),
        Case(
            source: "@Proxied protocol P { func a(_ a: Int..., b: [some Hashable]) }",
            place: "1:28",
            word: "a",
            message: "'a(_:b:)' has a variadic parameter beside one of type 'some'"
        ),
        Case(
            source: "@Proxied protocol P { func a(_ a: inout sending Box) }",
            place: "1:28",
            word: "a",
            message: "'a(_:)' has a parameter that is 'inout sending'"
        ),
        Case(
            source: "@Proxied protocol P { func a<T: ~Copyable>(_ t: consuming T) -> T }",
            place: "1:28",
            word: "a",
            message: "'a(_:)' has a result that cannot be copied"
        ),
        Case(
            source: "@Proxied protocol `P Q` { func a() }",
            place: "1:19",
            word: "`P Q`",
            message: "the proxy of `P Q` cannot be named after it"
        ),
        Case(
            source: "@Proxied protocol P { mutating func m() }",
            place: "1:37",
            word: "m",
            message: "'m()' can change its delegate, and a delegate that is a struct would be changed in a copy",
            fix: "require AnyObject",
            fixed: "@Proxied protocol P: AnyObject { mutating func m() }"
        ),
        Case(
            source: "@Proxied protocol P<T>: Sendable { associatedtype T\n subscript(i: Int) -> T { get set } }",
            place: "2:2",
            word: "subscript",
            message: "'subscript(_:)' can change its delegate",
            fix: "require AnyObject",
            fixed:
                "@Proxied protocol P<T>: AnyObject, Sendable { associatedtype T\n subscript(i: Int) -> T { get set } }"
        ),
        Case(
            source: "@Proxied protocol P<T> { associatedtype T\n var n: T { mutating get } }",
            place: "2:6",
            word: "n",
            message: "'n' can change its delegate",
            fix: "require AnyObject",
            fixed: "@Proxied protocol P<T>: AnyObject { associatedtype T\n var n: T { mutating get } }"
        ),
        Case(
            source: "@Proxied protocol P {\n#if DEBUG\n    func a()\n#endif\n}",
            place: "2:1",
            word: "#if",
            message: "a requirement under a condition cannot be forwarded"
        ),
        Case(
            source: "@Proxied protocol P { func a<T: A>(_ t: T)\n func a<T: B>(_ t: T) }",
            place: "2:7",
            word: "a",
            message: "two requirements are called 'a(_:)'"
        ),
        Case(
            source: "@Proxied protocol P { #more }",
            place: "1:23",
            word: "#more",
            message: "'#more' is not a requirement that can be forwarded"
        ),
    ]

    static let associatedTypes = [
        Case(
            source: "@Proxied protocol P { associatedtype Item\n func put(_ item: Item) }",
            place: "2:19",
            word: "Item",
            message: "associated type 'Item' is not part of the delegate's type",
            fix: "make 'Item' a primary associated type",
            fixed: "@Proxied protocol P<Item> { associatedtype Item\n func put(_ item: Item) }"
        ),
        Case(
            source:
                "@Proxied protocol P<Key> { associatedtype Key\n associatedtype Item = Int\n func put(_ key: Key) -> Item }",
            place: "3:26",
            word: "Item",
            message: "associated type 'Item' is not part of the delegate's type",
            fix: "make 'Item' a primary associated type",
            fixed:
                "@Proxied protocol P<Key, Item> { associatedtype Key\n associatedtype Item = Int\n func put(_ key: Key) -> Item }"
        ),
        Case(
            source: "@Proxied protocol P<Item> where Item == Int { associatedtype Item }",
            place: "1:33",
            word: "Item == Int",
            message: "'Item == Int' leaves nothing to choose, but a class can't have a type parameter that is fixed"
        ),
        Case(
            source: "@Proxied protocol P<T> where U == T { associatedtype T; associatedtype U }",
            place: "1:30",
            word: "U == T",
            message: "'U == T' leaves nothing to choose"
        ),
        Case(
            source: "@Proxied(inheriting: \"AProxy<Int>\") protocol P: A where U: Hashable {}",
            place: "1:57",
            word: "U: Hashable",
            message: "'U: Hashable' concerns an associated type of a parent"
        ),
    ]

    static let parents = [
        Case(
            source: "@Proxied protocol P: Actor { func a() async }",
            place: "1:22",
            word: "Actor",
            message: "a protocol of actors cannot have a proxy",
            fix: "require Sendable instead",
            fixed: "@Proxied protocol P: Sendable { func a() async }"
        ),
        Case(
            source: "@Proxied protocol P: NSObject { func a() }",
            place: "1:22",
            word: "NSObject",
            message: "the protocol is for subclasses of 'NSObject' only",
            fix: "require AnyObject instead",
            fixed: "@Proxied protocol P: AnyObject { func a() }"
        ),
        Case(
            source: "@Proxied protocol P where Self: Hashable { func a() }",
            place: "1:33",
            word: "Hashable",
            message: "'Hashable' requires what no proxy can forward"
        ),
        Case(
            source: "@Proxied protocol P: Identifiable { func a() }",
            place: "1:22",
            word: "Identifiable",
            message: "the requirements of 'Identifiable' cannot be seen from here"
        ),
        Case(
            source: "@Proxied protocol P: Identifiable { var id: ID { get } }",
            place: "1:45",
            word: "ID",
            message: "associated type 'ID' is not part of the delegate's type"
        ),
        Case(
            source: "@Proxied protocol P: CustomStringConvertible { func a() }",
            place: "1:22",
            word: "CustomStringConvertible",
            message: "the requirements of 'CustomStringConvertible' cannot be seen from here"
        ),
        Case(
            source: "@Proxied protocol P: A { func a() }",
            place: "1:22",
            word: "A",
            message: "'A' may have requirements, which @Proxied cannot see; name the proxy that forwards them",
            fix: "inherit from 'AProxy'",
            fixed: "@Proxied(inheriting: \"AProxy\") protocol P: A { func a() }"
        ),
        Case(
            source: "@Proxied protocol P: @MainActor A { func a() }",
            place: "1:33",
            word: "A",
            message: "'A' may have requirements, which @Proxied cannot see; name the proxy that forwards them",
            fix: "inherit from 'AProxy'",
            fixed: "@Proxied(inheriting: \"AProxy\") protocol P: @MainActor A { func a() }"
        ),
        Case(
            source: "@Proxied(parent: V.self) protocol P: AnyObject, M.A { func a() }",
            place: "1:49",
            word: "M.A",
            message: "'M.A' may have requirements",
            fix: "inherit from 'M.AProxy'",
            fixed:
                "@Proxied(parent: V.self, inheriting: \"M.AProxy\") protocol P: AnyObject, M.A { func a() }"
        ),
        Case(
            source: "@Proxied(parent: V.self) @OtherActor protocol P { func a() }",
            place: "1:26",
            word: "@OtherActor",
            message:
                "a proxy reaches its parent object's property from any thread or on the main actor, not on OtherActor"
        ),
        Case(
            source: "@Proxied(parent: V.self, actor: Other.self) protocol P { func a() }",
            place: "1:33",
            word: "Other.self",
            message: "a proxy reaches its parent object's property from any thread or on the main actor, not on Other"
        ),
        Case(
            source: "@Proxied protocol P: A, B { func a() }",
            place: "1:25",
            word: "B",
            message: "a proxy has one superclass, so the requirements of 'B' cannot be inherited too"
        ),
    ]

    static let markers = [
        Case(
            source: "enum E { @Proxied private protocol P { @Optional func a() } }",
            place: "1:19",
            word: "private",
            message: "the default bodies of 'P' are in an extension outside of its enclosing type",
            fix: "make the protocol 'fileprivate'",
            fixed: "enum E { @Proxied fileprivate protocol P { @Optional func a() } }"
        ),
        Case(
            source: "enum E { private enum F { @Proxied protocol P { @Optional func a() } } }",
            place: "1:45",
            word: "P",
            message: "the default bodies of 'P' are in an extension outside of its enclosing type"
        ),
        Case(
            source: "@Proxied protocol P { @Optional func a() -> Int }",
            place: "1:23",
            word: "@Optional",
            message: "'a()' returns a value, so it needs a declared answer to be optional",
            fix: "declare the answer",
            fixed: "@Proxied protocol P { @Optional @Default(<#answer#>) func a() -> Int }"
        ),
        Case(
            source: "@Proxied protocol P { @Default(1) func a() }",
            place: "1:23",
            word: "@Default(1)",
            message: "'a()' returns nothing, so there is no answer to declare",
            fix: "make it optional instead",
            fixed: "@Proxied protocol P { @Optional func a() }"
        ),
        Case(
            source: "protocol P { @Optional func a() }",
            place: "1:14",
            word: "@Optional",
            message: "@Optional belongs at a requirement of a protocol that is @Proxied"
        ),
        Case(
            source: "@Default(1) func a() {}",
            place: "1:1",
            word: "@Default(1)",
            message: "@Default belongs at a requirement of a protocol that is @Proxied"
        ),
        Case(
            source: "@Proxied class P {}",
            place: "1:1",
            word: "@Proxied",
            message: "@Proxied belongs at a protocol"
        ),
    ]

    static let arguments = [
        Case(
            source: "@Proxied(parent: kind) protocol P { func a() }",
            place: "1:18",
            word: "kind",
            message: "write the type itself, as in 'ScrollView.self'"
        ),
        Case(
            source: "@Proxied(parent: A.self, property: name) protocol P { func a() }",
            place: "1:36",
            word: "name",
            message: "write the name as a plain string literal"
        ),
    ]
}
