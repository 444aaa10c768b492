// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProtocolScanning

/// Proxies of protocols inside other types: what they name, and where.
@Suite struct EnclosingNameTests {
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
}
