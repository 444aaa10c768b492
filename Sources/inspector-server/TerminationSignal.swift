// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// The wish of a person or a supervisor that the program ends.
enum TerminationSignal {
    /// Returns at the first SIGINT or SIGTERM; a second one ends the process in the ordinary way.
    static func wait() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                continuation.yield()
            }
            source.resume()
            return source
        }
        for await _ in signals { break }
        sources.forEach { $0.cancel() }
    }
}
