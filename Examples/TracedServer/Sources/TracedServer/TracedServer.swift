// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import InspectorServer
import OTLPExport
import ProxyCore
import Tracing
import TracingBridge

/// A web server whose delegate calls carry the trace of the request that caused them.
///
/// Prints the inspector's address, and that of the server. With `OTLP_ENDPOINT`, it sends the calls to that receiver too.
@main
enum TracedServer {
    static func main() async throws {
        InstrumentationSystem.bootstrap(HeaderTracer())
        Recorder.shared.recordTraceContext()
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        configuration.traceLink = "http://127.0.0.1:16686/trace/{traceId}"
        let inspector = try InspectorServer(recorder: .shared, configuration: configuration).start()
        print(inspector.url)
        let exporter = try ProcessInfo.processInfo.environment["OTLP_ENDPOINT"].map { endpoint in
            OTLPExporter(.shared, configuration: try OTLPConfiguration(endpoint: endpoint))
        }
        try exporter?.start()

        let kitchen = Kitchen()
        let cook = Cook()
        kitchen.delegate = cook
        let proxy = try KitchenDelegateProxy.proxy(for: kitchen)
        let router = Router()
        router.middlewares.add(TracingMiddleware())
        router.get("cook/{dish}") { _, context in
            let dish = try context.parameters.require("dish")
            do {
                return "\(dish): \(try await kitchen.cook(dish)) minutes\n"
            } catch KitchenError.outOf(let ingredient) {
                throw HTTPError(.conflict, message: "no \(ingredient)")
            }
        }
        let server = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)
            }
        )
        try await server.runService()
        exporter?.stop()
        withExtendedLifetime((proxy, cook)) {}
    }
}
