// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

// Protocols that refine others: their calls go through a table for each protocol.

protocol Named: AnyObject {
    func name(_ text: String) -> Int
}

protocol Aged: Named {
    func age(_ years: Int) -> Int
}

protocol PersonDelegate: Aged, Hashable {
    func greet(_ text: String) -> Int
}

class Person: Named {
    func name(_ text: String) -> Int { text.utf8.count }
}

final class Child: Person, PersonDelegate {
    func age(_ years: Int) -> Int { years }
    func greet(_ text: String) -> Int { text.utf8.count }
    static func == (left: Child, right: Child) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

final class Adult: PersonDelegate {
    func name(_ text: String) -> Int { 0 }
    func age(_ years: Int) -> Int { 0 }
    func greet(_ text: String) -> Int { 0 }
    static func == (left: Adult, right: Adult) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@inline(never) @_optimize(none) func person(_ isChild: Bool) -> any PersonDelegate { isChild ? Child() : Adult() }

@inline(never) func call(_ person: any PersonDelegate) -> Int {
    person.name("Ana") + person.age(7) + person.greet("hello") + [AnyHashable(person)].count
}

print(call(person(true)), call(person(false)))
