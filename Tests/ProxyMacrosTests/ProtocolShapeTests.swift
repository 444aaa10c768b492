// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Testing

@Suite struct ProtocolShapeTests {
    private let log = CallLog()

    private final class MainTarget: MainShapes {
        var title = "title"
        func show(_ text: String) -> Int { text.count }
        func load(_ parcel: Parcel) async -> Parcel { parcel }
        nonisolated func anywhere(_ number: Int) -> Int { number + 1 }
    }

    @Test @MainActor func forwardsWhatBelongsToTheMainActor() async {
        let proxy = MainShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(MainTarget(), retain: true)
        #expect(proxy.show("abc") == 3)
        let parcel = Parcel()
        #expect(await proxy.load(parcel) === parcel)
        proxy.title = "other"
        #expect(proxy.title == "other")
        #expect(proxy.anywhere(1) == 2)
        #expect(log.calls.map(\.selector.name) == ["show(_:)", "load(_:)", "title.set", "title.get", "anywhere(_:)"])
        #expect(Set(log.calls.map(\.thread.id)).count == 1)
    }

    @Test func forwardsFromAnyTaskWhatIsSendable() async throws {
        final class Target: SendableShapes {
            func send(_ number: Int) async throws -> Int { number * 2 }
        }
        let proxy = SendableShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Target(), retain: true)
        let task = Task.detached { try await proxy.send(4) }
        #expect(try await task.value == 8)
        #expect(log.lines == ["send(_:) number=4 -> 8"])
    }

    @Test func forwardsToADelegateThatIsAValue() {
        struct Counter: ValueDelegate {
            let box = Parcel()
            var total: Int {
                get { box.contents.count }
                nonmutating set { box.contents = String(repeating: "x", count: newValue) }
            }
            func count() -> Int {
                box.contents += "x"
                return total
            }
        }
        let proxy = ValueDelegateProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Counter(), retain: true)
        #expect(proxy.count() == 1)
        #expect(proxy.count() == 2)
        #expect(proxy.total == 2)
        proxy.total = 7
        #expect(proxy.total == 7)
    }

    @Test func forwardsValuesOfTypesThatDependOnEachOther() {
        final class Finder: PairShapes {
            func find(_ key: Int, in values: [Int]) -> Int? { values.firstIndex(of: key) }
        }
        let proxy = PairShapesProxy<Int, [Int]>(recorder: log.recorder)
        proxy.setForwardDelegate(Finder(), retain: true)
        #expect(proxy.find(6, in: [5, 6]) == 1)
        #expect(log.calls.map(\.selector.name) == ["find(_:in:)"])
    }

    @Test func forwardsRequirementsWithUnusualNamesAndTypes() {
        final class Target: NameShapes {
            var `3d` = false
            func `two words`(_ `a number`: Int, `and another` other: Int...) -> Int { other.reduce(`a number`, +) }
            func maybe(_ number: Int!) -> Int! { number }
            func never() throws(Never) {}
        }
        let proxy = NameShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Target(), retain: true)
        var seen: [Any] = []
        let observation = proxy.methodInvoked(.twoWords).subscribe(onNext: { seen.append($0) })
        #expect(proxy.`two words`(1, `and another`: 2, 3) == 6)
        observation.dispose()
        #expect(seen.count == 1)
        proxy.`3d` = true
        #expect(proxy.`3d`)
        #expect(proxy.maybe(nil) == nil)
        proxy.never()
        #expect(
            log.lines == [
                "two words(_:and another:) a number=1 other=[2 3] -> 6", "3d.set newValue=true", "3d.get -> true",
                "maybe(_:) number=nil -> nil", "never()",
            ]
        )
    }

    @Test func forwardsValuesOfTheDelegatesType() {
        final class Box: BoxShapes {
            var kept: Int?
            func put(_ element: Int) { kept = element }
            func get() -> Int? { kept }
        }
        let proxy = BoxShapesProxy<Int>(recorder: log.recorder)
        proxy.setForwardDelegate(Box(), retain: true)
        var seen: [Any] = []
        let observation = proxy.methodInvoked(.put).subscribe(onNext: { seen.append($0) })
        proxy.put(5)
        observation.dispose()
        #expect(proxy.get() == 5)
        #expect(seen as? [Int] == [5])
        #expect(log.lines == ["put(_:) element=5", "get() -> 5"])
    }

    @Test func forwardsWhereATypeIsNamedByNoRequirement() {
        final class Target: TaggedShapes {
            typealias Tag = String
            var touches = 0
            func touch() { touches += 1 }
        }
        let target = Target()
        let proxy = TaggedShapesProxy<Int>(recorder: log.recorder)
        proxy.setForwardDelegate(target, retain: true)
        proxy.touch()
        #expect(target.touches == 1)
    }

    @Test func forwardsProtocolsInsideTypes() {
        final class Target: Nest.NestedShapes {
            var seen = 0
            func touch(_ number: Int) { seen = number }
        }
        let target = Target()
        let proxy = Nest.NestedShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(target, retain: true)
        proxy.touch(3)
        #expect(target.seen == 3)
    }

    @Test func givesTheProxyTheAccessOfItsProtocol() {
        #expect(touchPrivateShapes(log.recorder) == [2, 3])
        #expect(log.calls.map(\.selector.protocolName) == ["FilePrivateShapes", "PrivateShapes"])
    }

    @Test func aPrivateProtocolInsideATypeHasAProxyThere() {
        #expect(Den.touchPrivateShapes(log.recorder) == [2, 3])
        #expect(log.calls.map(\.selector.protocolName) == ["DenBoxShapes", "DenShapes"])
    }

    @Test func aProtocolInsideATypeHasDefaultBodies() {
        final class Target: Den.DenStateShapes {}
        let proxy = Den.DenStateShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Target(), retain: true)
        #expect(proxy.state(after: .busy) == .idle)
        #expect(log.calls.map(\.returnPath) == [.default])
    }

    @Test func repeatsWhatItInheritsWhereThatIsDeclaredAgain() {
        final class Target: DescribedShapes { var description: String { "described" } }
        let proxy = DescribedShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Target(), retain: true)
        #expect("\(proxy)" == "described")
        #expect(log.lines == ["description.get -> 'described'"])
    }

    @Test func makesAProxyOfAProtocolWithoutRequirements() {
        #expect(EmptyShapesProxy(recorder: log.recorder).forwardDelegate == nil)
        #expect(EmptyShapesProxy.requirements.isEmpty)
    }
}
