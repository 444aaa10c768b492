// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A library of which loading.swift loads two versions. Its types have the same names in both.

struct Item {
    #if SECOND
    var name = "second"
    #endif
    var number: Int
}

protocol Shelf: AnyObject {
    func put(_ items: [Item]) -> Int
}

final class Wood: Shelf {
    func put(_ items: [Item]) -> Int { items.reduce(0) { $0 + $1.number } }
}

final class Steel: Shelf {
    func put(_ items: [Item]) -> Int { 0 }
}

@inline(never) @_optimize(none) func shelf(_ isOfWood: Bool) -> any Shelf { isOfWood ? Wood() : Steel() }

/// Puts two items on a shelf.
@_cdecl("versions_put") public func versionsPut(_ number: Int) -> Int {
    shelf(true).put([Item(number: number), Item(number: 1)])
}
