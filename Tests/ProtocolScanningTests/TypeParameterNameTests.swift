// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import Testing

@testable import ProtocolScanning

/// The type parameters that a proxy and its streams add of themselves, beside those of the program.
@Suite struct TypeParameterNameTests {
    @Test(arguments: ["func f(_ x: Arguments) -> Return", "func f()"])
    func methodsHaveOtherTypeParametersThanTheirClass(requirement: String) {
        let made = target(
            """
            @Proxied protocol A<Arguments, Return>: AnyObject {
                associatedtype Arguments; associatedtype Return
                \(requirement)
            }
            """
        )
        #expect(made.problems.isEmpty, "\(made.problems)")
        #expect(made.text.contains("class AProxy<Arguments, Return>:"))
        let own = "<ProxysArguments, ProxysReturn>"
        for head in ["struct ProxyMember", "sentMessage", "methodInvoked", "returned", "handle", "responds"] {
            #expect(made.text.contains("\(head)\(own)"), "\(head)")
        }
        #expect(made.text.contains("_ member: ProxyMember\(own),"))
        #expect(made.text.contains("-> ProxyCore::ProxyObservable<(ProxysArguments, ProxysReturn)> {"))
        #expect(made.text.contains("@isolated(any) (ProxysArguments) throws -> ProxysReturn"))
    }

    @Test(arguments: [true, false])
    func streamsHaveOtherTypeParametersThanTheParentObject(isGiven: Bool) throws {
        var parent = ProxyOptions.Parent(type: "Owner<Arguments>")
        parent.genericParameters = [GenericParameterDescription("Arguments")]
        var options = ProxyOptions(parent: isGiven ? nil : parent)
        options.givenTo = isGiven ? parent : nil
        let method = RequirementDescription(kind: .method, name: "f")
        let source = try #require(
            ReactiveSource(ProtocolDescription(name: "A", requirements: [method]), options: options)
        )
        let phantom = isGiven ? "AProxy" : "Never"
        #expect(
            source.text.contains(
                """
                    private func calls<Arguments, ProxysArguments, Return>(\
                _ selector: MethodSelector<\(phantom), ProxysArguments, Return>) -> Observable<ProxysArguments>
                """
            )
        )
    }
}
