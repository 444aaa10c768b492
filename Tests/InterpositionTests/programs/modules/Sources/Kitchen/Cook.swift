// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An order for a number of dishes.
package struct Order: Sendable {
    package var dish: String
    package var count: Int
    package var isSpicy: Bool

    package init(dish: String, count: Int, isSpicy: Bool) {
        (self.dish, self.count, self.isSpicy) = (dish, count, isSpicy)
    }
}

/// Why an order was refused.
package enum Refusal: Error {
    case soldOut(dish: String)
}

/// Is told of the work of a cook.
package protocol CookDelegate: AnyObject {
    func cook(_ cook: Cook, willCook order: Order) throws -> Int
    func cook(_ cook: Cook, hasCooked order: Order, minutes: Double)
    func cookIsIdle(_ cook: Cook) async -> Bool
}

/// Works on orders.
package final class Cook {
    package weak var delegate: (any CookDelegate)?
    package private(set) var minutes = 0.0

    package init() {}

    /// Works on orders, and returns how many were refused.
    package func work(on orders: [Order]) async -> Int {
        var refused = 0
        for order in orders {
            do {
                let places = try delegate?.cook(self, willCook: order) ?? 1
                minutes += Double(order.count) / Double(places)
                delegate?.cook(self, hasCooked: order, minutes: minutes)
            } catch {
                refused += 1
            }
        }
        _ = await delegate?.cookIsIdle(self)
        return refused
    }
}
