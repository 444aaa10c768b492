// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import stable

// Passes values of a library that is built for library evolution.

struct Wrapped {
    var open: Open
    var number: Int
}

protocol Client: AnyObject {
    func open(_ value: Open, _ number: Int) -> Open
    func frozen(_ value: Frozen, _ number: Int) -> Frozen
    func held(_ value: Held, _ number: Int) -> Held
    func choice(_ value: Choice, _ number: Int) -> Choice
    func wrapped(_ value: Wrapped, _ number: Int) -> Wrapped
    func optional(_ value: Open?, _ number: Int) -> Open?
    func list(_ value: [Open], _ number: Int) -> [Open]
}

final class First: Client, Called {
    func open(_ value: Open, _ number: Int) -> Open { value }
    func frozen(_ value: Frozen, _ number: Int) -> Frozen { value }
    func held(_ value: Held, _ number: Int) -> Held { value }
    func choice(_ value: Choice, _ number: Int) -> Choice { value }
    func wrapped(_ value: Wrapped, _ number: Int) -> Wrapped { value }
    func optional(_ value: Open?, _ number: Int) -> Open? { value }
    func list(_ value: [Open], _ number: Int) -> [Open] { value }
    func called(_ value: Open, _ number: Int) -> Open { value }
}

/// Hides what a value is from the optimiser, which otherwise calls a witness directly.
@inline(never) @_optimize(none) func hidden<Value>(_ value: Value) -> Value { value }

let client = hidden(First() as any Client)
print(client.open(Open(5), 6).number, client.frozen(Frozen(5), 6).number, client.choice(.two(5), 6))
print(client.wrapped(Wrapped(open: Open(5), number: 7), 6).number, client.optional(Open(5), 6)?.number ?? 0)
print(client.held(Held(Thing(7)), 6).thing.number)
print(client.list([Open(5)], 6).count, call(First()))
