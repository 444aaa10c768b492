// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore

/// The span in which a thread makes its calls, as a test says. Tests run at the same time, so each thread has its own.
enum TestSpan {
    /// Finds the calling thread's span by its number.
    static let source = TraceSource(
        identify: { UnsafeRawPointer(pthread_getspecific(TestSpan.key)) },
        read: {
            let number = UInt64(UInt(bitPattern: pthread_getspecific(TestSpan.key)))
            let trace = TraceContext(trace: (0xABCD, number / 10), span: number, flags: 1)
            return TraceSource.Reading(trace: trace, keeper: nil)
        }
    )

    /// Runs `body` in a span; 0 for none. Spans with the same tens are of one trace.
    static func with<Result>(_ number: UInt, _ body: () throws -> Result) rethrows -> Result {
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
        defer { pthread_setspecific(key, nil) }
        return try body()
    }

    private static let key = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()
}
