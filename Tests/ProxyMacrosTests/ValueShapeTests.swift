// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@Suite struct ValueShapeTests {
    private final class Target: ValueShapes {
        var title = "title"
        var count = 1
        var rows = ["zero", "one"]
        var checked: Int { get throws { try strict } }
        var strict: Int {
            get throws(ShapeError) {
                if count < 0 { throw ShapeError(code: count) }
                return count
            }
        }
        var slow: Int { get async { count } }
        subscript(index: Int) -> String {
            get { rows[index] }
            set { rows[index] = newValue }
        }
        subscript(name name: String) -> Int { name.count }
        subscript<Key: Hashable>(key key: Key) -> Int { "\(key)".count }
        subscript(unnamed index: Int) -> Int {
            get { index + count }
            set { count = newValue - index }
        }
    }

    private let log = CallLog()
    private let target = Target()
    private let proxy: ValueShapesProxy

    init() {
        proxy = ValueShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(target, retain: true)
    }

    @Test func readsAndWritesProperties() {
        #expect(proxy.title == "title")
        proxy.count = 5
        #expect(target.count == 5)
        proxy.count += 1
        #expect(target.count == 6)
        #expect(
            log.lines == [
                "title.get -> 'title'", "count.set newValue=5", "count.get -> 5", "count.set newValue=6",
            ]
        )
    }

    @Test func passesTheErrorsOfGettersUnchanged() throws {
        #expect(try proxy.checked == 1)
        #expect(try proxy.strict == 1)
        target.count = -3
        #expect(throws: ShapeError(code: -3)) { try proxy.checked }
        #expect(throws: ShapeError(code: -3)) { try proxy.strict }
        #expect(log.calls.map(\.state) == [.returned, .returned, .threw, .threw])
    }

    @Test func waitsForAnAsyncGetter() async {
        #expect(await proxy.slow == 1)
        #expect(log.lines == ["slow.get -> 1"])
    }

    @Test func namesTheParametersOfSubscriptsThatHaveNoName() {
        proxy[unnamed: 2] = 5
        #expect(target.count == 3)
        #expect(proxy[unnamed: 4] == 7)
        #expect(
            log.lines == [
                "subscript(unnamed:).set newValue=5 argument1=2", "subscript(unnamed:).get argument1=4 -> 7",
            ]
        )
    }

    @Test func readsAndWritesSubscripts() {
        #expect(proxy[1] == "one")
        proxy[0] = "none"
        #expect(target.rows == ["none", "one"])
        #expect(proxy[name: "abc"] == 3)
        #expect(proxy[key: 1234] == 4)
        #expect(
            log.lines == [
                "subscript(_:).get index=1 -> 'one'", "subscript(_:).set newValue='none' index=0",
                "subscript(name:).get name='abc' -> 3", "subscript(key:).get key=1234 -> 4",
            ]
        )
    }
}
