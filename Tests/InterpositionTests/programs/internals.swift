// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A program with a delegate protocol that is internal by its name.

protocol LampDelegate: AnyObject {
    func lit()
}

// swift-format-ignore: NoLeadingUnderscores
protocol _WireDelegate: AnyObject {
    func touched()
}

final class House: LampDelegate, _WireDelegate {
    func lit() {}
    func touched() {}
}

final class Garden: LampDelegate, _WireDelegate {
    func lit() {}
    func touched() {}
}

@inline(never) @_optimize(none) func place(_ isHouse: Bool) -> any LampDelegate & _WireDelegate {
    isHouse ? House() : Garden()
}

place(true).lit()
place(true).touched()
