// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Hummingbird
import Orders

actor Shelf: OrderStore {
    private var number = 0

    func place(_ order: Order) async throws(OrderError) -> Int {
        guard order.count < 100 else { throw .soldOut(item: order.item) }
        number += 1
        return number
    }

    nonisolated func price(of item: String) -> Double { Double(item.utf8.count) / 2 }
}

final class Till: OrderDelegate {
    func order(_ number: Int, wasPlaced order: Order) {}
}

@main
struct Shop {
    static func main() async throws {
        let desk = Desk(store: Shelf(), delegate: Till())
        let router = Router()
        router.get("sell/:item/:count") { request, context in
            let item = try context.parameters.require("item")
            let count = try context.parameters.require("count", as: Int.self)
            do {
                return try await desk.sell(item, count: count)
            } catch {
                throw HTTPError(.conflict, message: "\(error)")
            }
        }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print(channel.localAddress?.port ?? 0)
                // It is read through a pipe.
                fflush(nil)
            }
        )
        try await application.runService()
    }
}
