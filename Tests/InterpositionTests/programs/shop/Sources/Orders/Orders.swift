// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What somebody wants.
public struct Order: Sendable {
    /// The name.
    public var item: String
    /// How many.
    public var count: Int

    /// Creates an order.
    public init(item: String, count: Int) {
        self.item = item
        self.count = count
    }
}

/// Why an order is not placed.
public enum OrderError: Error {
    /// There are not so many.
    case soldOut(item: String)
}

/// Where orders are placed.
public protocol OrderStore: Sendable {
    /// Returns the order's number.
    func place(_ order: Order) async throws(OrderError) -> Int
    /// Of one item.
    func price(of item: String) -> Double
}

/// Is told of orders.
public protocol OrderDelegate: AnyObject, Sendable {
    /// Called for each order.
    func order(_ number: Int, wasPlaced order: Order)
}

/// Places orders, and tells the delegate.
public struct Desk: Sendable {
    private let store: any OrderStore
    private let delegate: any OrderDelegate

    /// Creates a desk.
    public init(store: any OrderStore, delegate: any OrderDelegate) {
        self.store = store
        self.delegate = delegate
    }

    /// The number and the price of an order, as a line.
    public func sell(_ item: String, count: Int) async throws -> String {
        let order = Order(item: item, count: count)
        let number = try await store.place(order)
        delegate.order(number, wasPlaced: order)
        return "\(number): \(Double(count) * store.price(of: item))\n"
    }
}
