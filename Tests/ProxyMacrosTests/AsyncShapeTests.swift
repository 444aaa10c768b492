// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@Suite struct AsyncShapeTests {
    private final class Target: AsyncShapes {
        func load(_ name: String) async -> String {
            await Task.yield()
            return name + name
        }
        func load(_ name: String) -> String { name }
        func fetch(_ parcel: Parcel) async throws -> Parcel {
            if parcel.contents.isEmpty { throw ShapeError(code: 1) }
            return parcel
        }
        func check(_ code: Int) async throws(ShapeError) { if code != 0 { throw ShapeError(code: code) } }
        func back<Value>(_ value: Value) async throws -> Value { value }
        func count(_ numbers: Int...) async -> Int { numbers.count }
        func add(_ number: Int, to sum: inout Int) async { sum += number }
        func rank(_ name: String) async -> Int { name.count }
    }

    private let log = CallLog()
    private let proxy: AsyncShapesProxy

    init() {
        proxy = AsyncShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Target(), retain: true)
    }

    @Test func forwardsRequirementsThatSuspend() async throws {
        #expect(await proxy.load("a") == "aa")
        #expect(try await proxy.back(7) == 7)
        #expect(await proxy.count(1, 2, 3) == 3)
        var sum = 1
        await proxy.add(2, to: &sum)
        #expect(sum == 3)
        #expect(log.calls.last?.arguments.last?.after?.content == .signed(3))
        #expect(
            log.lines == [
                "load(_:)(String) -> String async name='a' -> 'aa'", "back(_:) value=7 -> 7",
                "count(_:) numbers=[1 2 3] -> 3",
                "add(_:to:) number=2 sum=1",
            ]
        )
    }

    @Test func passesErrorsUnchanged() async {
        await #expect(throws: ShapeError(code: 1)) { _ = try await proxy.fetch(Parcel()) }
        await #expect(throws: ShapeError(code: 5)) { try await proxy.check(5) }
        #expect(log.calls.map(\.state) == [.threw, .threw])
    }

    @Test func tellsAnAsyncRequirementFromItsTwin() async {
        func now() -> String { proxy.load("a") }
        #expect(now() == "a")
        #expect(await proxy.load("a") == "aa")
        #expect(
            log.lines == [
                "load(_:)(String) -> String name='a' -> 'a'", "load(_:)(String) -> String async name='a' -> 'aa'",
            ]
        )
    }

    @Test func returnsTheVeryObject() async throws {
        let parcel = Parcel()
        parcel.contents = "book"
        #expect(try await proxy.fetch(parcel) === parcel)
    }

    /// Whether an isolation is that of an actor. Comparing `#isolation` with `===` where it is used crashes the optimiser.
    private static func isHere(_ actor: any Actor, _ isolation: (any Actor)?) -> Bool {
        isolation.map { ObjectIdentifier($0) } == ObjectIdentifier(actor)
    }

    @Test func requirementsRunWhereTheyDoWithoutAProxy() async {
        /// Says where each requirement is called.
        final class Place: PlaceShapes {
            func standard(_ actor: any Actor) async -> Bool { AsyncShapeTests.isHere(actor, #isolation) }
            nonisolated(nonsending) func staying(_ actor: any Actor) async -> Bool {
                AsyncShapeTests.isHere(actor, #isolation)
            }
            @concurrent func leaving(_ actor: any Actor) async -> Bool { AsyncShapeTests.isHere(actor, #isolation) }
        }
        actor Caller {
            func places(_ make: @Sendable () -> any PlaceShapes) async -> [Bool] {
                let place = make()
                let stays = await place.staying(self)
                nonisolated(unsafe) let left = place
                return [stays, await left.standard(self), await left.leaving(self)]
            }
        }
        let recorder = log.recorder
        #expect(await Caller().places { Place() } == [true, false, false])
        #expect(
            await Caller().places {
                let proxy = PlaceShapesProxy(recorder: recorder)
                proxy.setForwardDelegate(Place(), retain: true)
                return proxy
            } == [true, false, false]
        )
        #expect(log.calls.count == 3)
    }

    @Test func answersWithTheDeclaredDefault() async {
        #expect(await proxy.rank("abc") == 3)
        proxy.setForwardDelegate(nil, retain: false)
        #expect(await proxy.rank("abc") == -1)
        #expect(log.lines.last == "rank(_:) name='abc' -> -1 (default)")
    }
}
