// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Kitchen

final class Waiter: CookDelegate {
    private(set) var served: [String] = []

    func cook(_ cook: Cook, willCook order: Order) throws -> Int {
        if order.dish == "Soup" { throw Refusal.soldOut(dish: order.dish) }
        return order.count > 1 ? 2 : 1
    }

    func cook(_ cook: Cook, hasCooked order: Order, minutes: Double) { served.append("\(order.count) \(order.dish)") }

    func cookIsIdle(_ cook: Cook) async -> Bool {
        await Task.yield()
        return true
    }
}

@main
enum Restaurant {
    static func main() async {
        let (cook, waiter) = (Cook(), Waiter())
        cook.delegate = waiter
        let dishes = ["Curry", "Soup", "Pasta"]
        let orders = (0..<30).map { Order(dish: dishes[$0 % 3], count: $0 % 4 + 1, isSpicy: $0.isMultiple(of: 2)) }
        let refused = await cook.work(on: orders)
        print("\(waiter.served.count) served, \(refused) refused, \(cook.minutes) minutes")
    }
}
