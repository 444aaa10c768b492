// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyMacros

@Proxied protocol ShelfDelegate: AnyObject {
    func shelfDidOpen()
}

/// Has a type parameter, unlike its parent.
@Proxied(inheriting: "ShelfDelegateProxy")
protocol StockDelegate<Item>: ShelfDelegate {
    associatedtype Item
    @Default(nil) func stock(_ item: Item) -> Item?
}

/// Has a type parameter of its own, and chooses that of its parent.
@Proxied(inheriting: "StockDelegateProxy<Int>")
protocol LabelledStockDelegate<Label>: StockDelegate<Int> {
    associatedtype Label
    func label(_ label: Label)
}

/// Has type parameters with the names that a proxy gives to its own.
@Proxied protocol CallDelegate<Arguments, Return>: AnyObject {
    associatedtype Arguments
    associatedtype Return
    func call(_ arguments: Arguments) -> Return
}
