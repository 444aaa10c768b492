// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Testing

/// Proxies with requirements overridden by a program.
@Suite struct OverridingShapeTests {
    private final class Table: TableDelegate {
        var log: [String] = []
        var onScroll: () -> Void = {}
        func scrollView(_ scrollView: ScrollView, didScrollTo offset: Int) {
            log.append("target \(offset)")
            onScroll()
        }
        func tableView(_ tableView: TableView, shouldSelect row: Int) -> Bool { row > 0 }
    }

    private final class Calling: TableDelegateProxy, @unchecked Sendable {
        // Sendable: used on one thread.
        var log: [String] = []

        override func scrollView(_ scrollView: ScrollView, didScrollTo offset: Int) {
            log.append("before \(offset)")
            super.scrollView(scrollView, didScrollTo: offset + 1)
            log.append("after \(offset)")
        }

        override func tableView(_ tableView: TableView, shouldSelect row: Int) -> Bool {
            !super.tableView(tableView, shouldSelect: row)
        }
    }

    private final class Silent: TableDelegateProxy, @unchecked Sendable {
        // Sendable: the superclass is, and this class adds no state.
        override func scrollView(_ scrollView: ScrollView, didScrollTo offset: Int) {}
    }

    @Test func anOverrideThatCallsSuperIsRecordedAndObservedOnceInOrder() throws {
        let calls = CallLog()
        let view = TableView()
        let proxy = Calling(parentObject: view, delegateProxy: Calling.self, recorder: calls.recorder)
        let target = Table()
        target.onScroll = { proxy.log.append("target") }
        proxy.setForwardDelegate(target, retain: true)
        let sent = proxy.sentMessage(.didScrollTo).subscribe(onNext: { proxy.log.append("sent \($0.1)") })
        let invoked = proxy.methodInvoked(.didScrollTo).subscribe(onNext: { proxy.log.append("invoked \($0.1)") })
        let delegate: any ScrollDelegate = proxy
        delegate.scrollView(view, didScrollTo: 4)
        #expect(proxy.log == ["before 4", "sent 5", "target", "invoked 5", "after 4"])
        #expect(target.log == ["target 5"])
        #expect(calls.calls.map(\.selector.name) == ["scrollView(_:didScrollTo:)"])
        #expect(calls.lines[0].contains("offset=5"))
        sent.dispose()
        invoked.dispose()
    }

    /// The recording has the target's result, not the override's.
    @Test func anOverrideChangesTheAnswerBehindTheRecord() {
        let calls = CallLog()
        let view = TableView()
        let proxy = Calling(parentObject: view, delegateProxy: Calling.self, recorder: calls.recorder)
        proxy.setForwardDelegate(Table(), retain: true)
        #expect(proxy.tableView(view, shouldSelect: 1) == false)
        #expect(calls.lines.count == 1)
        #expect(calls.lines[0].hasSuffix("-> true"))
    }

    @Test func anOverrideWithoutSuperIsNeitherRecordedNorObservedNorPassedOn() {
        let calls = CallLog()
        let view = TableView()
        let proxy = Silent(parentObject: view, delegateProxy: Silent.self, recorder: calls.recorder)
        let target = Table()
        proxy.setForwardDelegate(target, retain: true)
        var seen = 0
        let observation = proxy.methodInvoked(.didScrollTo).subscribe(onNext: { _ in seen += 1 })
        proxy.scrollView(view, didScrollTo: 4)
        #expect(target.log.isEmpty)
        #expect(seen == 0)
        #expect(calls.calls.isEmpty)
        // The rest is unchanged.
        #expect(proxy.tableView(view, shouldSelect: 1))
        #expect(calls.calls.count == 1)
        observation.dispose()
    }
}
