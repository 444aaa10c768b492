// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

// Protocols that refine others: their calls go through a table for each protocol.

public protocol Named: AnyObject {
    func name(_ text: String) -> Int
}

public protocol Aged: Named {
    func age(_ years: Int) -> Int
}

public protocol PersonDelegate: Aged, Hashable {
    func greet(_ text: String) -> Int
}

public class Person: Named {
    public func name(_ text: String) -> Int { text.utf8.count }
}

public final class Child: Person, PersonDelegate {
    public func age(_ years: Int) -> Int { years }
    public func greet(_ text: String) -> Int { text.utf8.count }
    public static func == (left: Child, right: Child) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

public final class Adult: PersonDelegate {
    public func name(_ text: String) -> Int { 0 }
    public func age(_ years: Int) -> Int { 0 }
    public func greet(_ text: String) -> Int { 0 }
    public static func == (left: Adult, right: Adult) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@inline(never) @_optimize(none) func person(_ isChild: Bool) -> any PersonDelegate { isChild ? Child() : Adult() }

@inline(never) func call(_ person: any PersonDelegate) -> Int {
    person.name("Ana") + person.age(7) + person.greet("hello") + [AnyHashable(person)].count
}

print(call(person(true)), call(person(false)))
