// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProtocolScanning

/// Type aliases, of functions and in generic protocols.
@Suite struct AliasTests {
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
}
