// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

/// One operator, ready for `checkObservableLaws`.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// Number of sources.
    let sourceCount: Int
    /// Whether its events never overlap, even if those of its sources do.
    let serializes: Bool
    /// Whether it may continue after all its sources have ended.
    let outlivesSources: Bool
    /// Waits until work on real queues has finished.
    var settle: @Sendable () -> Void = {}
    let subscribe: @Sendable ([Observable<Int>], VirtualScheduler, LawObserver) -> any Disposable

    var testDescription: String { name }

    init<Element>(
        _ name: String,
        sources: Int = 1,
        serializes: Bool = true,
        outlivesSources: Bool = false,
        _ make: @escaping @Sendable ([Observable<Int>], VirtualScheduler) -> Observable<Element>
    ) {
        self.name = name
        sourceCount = sources
        self.serializes = serializes
        self.outlivesSources = outlivesSources
        subscribe = { sources, scheduler, observer in
            make(sources, scheduler).subscribe(LawAdapter(observer: observer))
        }
    }
}
