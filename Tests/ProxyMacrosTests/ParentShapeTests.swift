// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Testing

@Suite struct ParentShapeTests {
    private final class Target: TableDelegate, ScrollSource {
        var offsets: [Int] = []
        func scrollView(_ scrollView: ScrollView, didScrollTo offset: Int) { offsets.append(offset) }
        func tableView(_ tableView: TableView, shouldSelect row: Int) -> Bool { row > 0 }
        func numberOfRows(in scrollView: ScrollView) -> Int { 3 }
    }

    @Test func installsTheProxyInTheParentsProperty() throws {
        let view = ScrollView()
        let target = Target()
        view.delegate = target
        let proxy = try ScrollDelegateProxy.proxy(for: view)
        #expect(view.delegate === proxy)
        var seen: [Int] = []
        let observation = proxy.methodInvoked(.didScrollTo).subscribe(onNext: { seen.append($0.1) })
        view.scroll(to: 5)
        #expect(target.offsets == [5])
        #expect(seen == [5])
        observation.dispose()
        proxy.uninstall()
        #expect(view.delegate === target)
    }

    @Test func inheritsWhatTheParentProtocolsProxyForwards() throws {
        let view = TableView()
        let target = Target()
        view.delegate = target
        let proxy = TableDelegateProxy(tableView: view)
        try proxy.setForwardToDelegate(target, retainDelegate: false)
        proxy.scrollView(view, didScrollTo: 8)
        #expect(target.offsets == [8])
        #expect(!proxy.tableView(view, shouldSelect: 0))
        let names = TableDelegateProxy.requirements.map(\.requirement.selector.name)
        #expect(
            names == ["scrollView(_:didScrollTo:)", "scrollViewDidStop(_:)", "tableView(_:shouldSelect:)"]
        )
    }

    @Test func answersByDeclarationForADelegateOfTheParentProtocolOnly() throws {
        final class Plain: ScrollDelegate {
            func scrollView(_ scrollView: ScrollView, didScrollTo offset: Int) {}
        }
        let view = TableView()
        let plain = Plain()
        let proxy = TableDelegateProxy(tableView: view)
        try proxy.setForwardToDelegate(plain, retainDelegate: false)
        #expect(proxy.tableView(view, shouldSelect: 0))
        withExtendedLifetime(plain) {}
    }

    @Test func usesThePropertyThatIsNamed() throws {
        let view = ScrollView()
        let target = Target()
        view.dataSource = target
        let proxy = try ScrollSourceProxy.proxy(for: view)
        #expect(view.dataSource === proxy)
        #expect(view.dataSource?.numberOfRows(in: view) == 3)
        #expect(ScrollSourceProxy.propertyName == "dataSource")
        proxy.uninstall()
    }

    @Test func inheritsFromTheProxyThatIsNamed() {
        final class Target: FlingDelegate, @unchecked Sendable {
            // Sendable: used on one thread.
            var speeds: [Int] = []
            func scrollView(_ scrollView: ScrollView, didScrollTo offset: Int) {}
            func scrollView(_ scrollView: ScrollView, didFlingBy speed: Int) { speeds.append(speed) }
        }
        let view = ScrollView()
        let target = Target()
        let proxy = FlingDelegateProxy(parentObject: view, delegateProxy: FlingDelegateProxy.self)
        proxy.setForwardDelegate(target, retain: true)
        proxy.scrollView(view, didFlingBy: 2)
        #expect(target.speeds == [2])
    }

    @Test func inheritsIntoAClassWithTypeParameters() {
        final class Whole: LabelledStockDelegate {
            var seen: [String] = []
            func shelfDidOpen() { seen.append("open") }
            func stock(_ item: Int) -> Int? { item + 1 }
            func label(_ label: String) { seen.append(label) }
        }
        let proxy = LabelledStockDelegateProxy<String>()
        let whole = Whole()
        proxy.setForwardDelegate(whole, retain: false)
        proxy.shelfDidOpen()
        proxy.label("new")
        #expect(whole.seen == ["open", "new"])
        #expect(proxy.stock(1) == 2)
        withExtendedLifetime(whole) {}
    }

    /// Its delegate has the type parameter of another proxy.
    @Test func asksADelegateForTheProtocolWithTheProxysOwnTypes() {
        final class Texts: StockDelegate {
            func shelfDidOpen() {}
            func stock(_ item: String) -> String? { item + "!" }
        }
        let texts = Texts()
        let right = StockDelegateProxy<String>()
        right.setForwardDelegate(texts, retain: false)
        let wrong = StockDelegateProxy<Int>()
        wrong.setForwardDelegate(texts, retain: false)
        #expect(right.stock("a") == "a!")
        #expect(wrong.stock(1) == nil)
        withExtendedLifetime(texts) {}
    }
}
