// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Types whose names are others in symbols than in source.

protocol Switching {
    func turn(_ step: Int) -> Int
}

extension Lamp: Switching {
    func turn(_ step: Int) -> Int { Int(level) + step }
}

protocol `my switching` {
    func `turn on`(`with me` level: Int) -> Int
}

struct `my lamp`: `my switching` {
    func `turn on`(`with me` level: Int) -> Int { level }
}

@inline(never) @_optimize(none) func hidden(_ switching: any `my switching`) -> any `my switching` { switching }
@inline(never) @_optimize(none) func hidden(_ switching: any Switching) -> any Switching { switching }

print(hidden(Lamp(level: 1)).turn(2), hidden(`my lamp`()).`turn on`(`with me`: 4))
