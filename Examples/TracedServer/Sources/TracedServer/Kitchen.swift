// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyAnnotations
import ProxyCore

enum KitchenError: Error {
    case outOf(String)
}

/// A kitchen asks its delegate before it cooks, and tells it after.
@Proxied(parent: Kitchen.self)
protocol KitchenDelegate: AnyObject, Sendable {
    @Default(1) func kitchen(_ kitchen: Kitchen, minutesFor dish: String) -> Int
    func kitchen(_ kitchen: Kitchen, fetch ingredient: String) async throws
    func kitchen(_ kitchen: Kitchen, didCook dish: String)
}

final class Kitchen: @unchecked Sendable {
    // Sendable: the delegate is set before the first request.
    weak var delegate: (any KitchenDelegate)?

    /// Cooks a dish, and returns how many minutes it took.
    func cook(_ dish: String) async throws -> Int {
        let minutes = delegate?.kitchen(self, minutesFor: dish) ?? 1
        try await delegate?.kitchen(self, fetch: dish)
        delegate?.kitchen(self, didCook: dish)
        return minutes
    }
}

final class Cook: KitchenDelegate {
    func kitchen(_ kitchen: Kitchen, minutesFor dish: String) -> Int { dish.count }

    func kitchen(_ kitchen: Kitchen, fetch ingredient: String) async throws {
        await Task.yield()
        if ingredient == "truffle" { throw KitchenError.outOf(ingredient) }
    }

    func kitchen(_ kitchen: Kitchen, didCook dish: String) {}
}
