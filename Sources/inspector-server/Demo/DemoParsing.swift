// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import FoundationXML
import ProxyCore
import Synchronization

/// Parsing of the demo: an XMLParser with a recording proxy repeatedly reads a real document.
final class DemoParsing: Sendable {
    private let rate: Double
    private let isStopping = Atomic<Bool>(false)

    /// - Parameter rate: Approximate calls per second.
    init(rate: Double) {
        self.rate = rate
    }

    func start() {
        let thread = Thread { [self] in
            // Foundation's Thread.name doesn't reach the kernel on Linux, and the recorder asks the kernel.
            try? "demo-xml".write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
            while !isStopping.load(ordering: .relaxed) { parseOnce() }
        }
        thread.start()
    }

    func stop() { isStopping.store(true, ordering: .relaxed) }

    /// Parses the document once, with pauses between reads to approximate the rate.
    private func parseOnce() {
        let file = DemoDocument.open()
        let parser = XMLParser(stream: file)
        let outline = OutlineBuilder()
        parser.delegate = outline
        guard let proxy = try? XMLParserDelegateProxy.proxy(for: parser) else { return }
        // A read of this size makes a handful of calls, which avoids bursts.
        file.chunkBytes = min(max(Int(rate * 2), 32), 1 << 16)
        let pace = Pace(rate: rate)
        file.onRead = { [self] _ in
            let calls = Double(outline.callCount)
            pace.wait(for: calls) { isStopping.load(ordering: .relaxed) }
            if isStopping.load(ordering: .relaxed) { parser.abortParsing() }
        }
        _ = parser.parse()
        proxy.uninstall()
    }
}
