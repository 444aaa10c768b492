// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyMacros

class ScrollView {
    weak var delegate: (any ScrollDelegate)?
    weak var dataSource: (any ScrollSource)?

    func scroll(to offset: Int) { delegate?.scrollView(self, didScrollTo: offset) }
}

final class TableView: ScrollView {
    func select(_ row: Int) -> Bool {
        (delegate as? any TableDelegate)?.tableView(self, shouldSelect: row) ?? false
    }
}

@Proxied(parent: ScrollView.self)
protocol ScrollDelegate: AnyObject {
    func scrollView(_ scrollView: ScrollView, didScrollTo offset: Int)
    @Optional func scrollViewDidStop(_ scrollView: ScrollView)
}

@Proxied(parent: TableView.self, inheriting: "ScrollDelegateProxy")
protocol TableDelegate: ScrollDelegate {
    @Default(true) func tableView(_ tableView: TableView, shouldSelect row: Int) -> Bool
}

@Proxied(parent: ScrollView.self, property: "dataSource")
protocol ScrollSource: AnyObject {
    @Default(0) func numberOfRows(in scrollView: ScrollView) -> Int
}

@Proxied(inheriting: "ScrollDelegateProxy")
protocol FlingDelegate: ScrollDelegate, Sendable {
    func scrollView(_ scrollView: ScrollView, didFlingBy speed: Int)
}

/// Declares what it inherits again, so that nothing stays unseen.
@Proxied protocol DescribedShapes: AnyObject, CustomStringConvertible {
    var description: String { get }
}
