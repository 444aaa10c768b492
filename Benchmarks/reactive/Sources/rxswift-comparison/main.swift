// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Prints nanoseconds of processor time per element, over all threads: medians of rounds in which the two take turns.

import Dispatch
import Foundation
import OperatorsHere
import OperatorsOfRxSwift

let rounds = 15
let elements = 20_000

func processorTime() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
}

func nanoseconds(_ run: (Int) -> Void) -> Double {
    let start = processorTime()
    run(elements)
    return (processorTime() - start) / Double(elements)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func compare() {
    print("| per element | RxSwift | here | ratio |\n|---|---|---|---|")
    for (theirs, here) in zip(OperatorsOfRxSwift.Passage.all, OperatorsHere.Passage.all) {
        var samples: (theirs: [Double], here: [Double]) = ([], [])
        // The first round is for warming up.
        for round in -1..<rounds {
            let sample = (nanoseconds(theirs.run), nanoseconds(here.run))
            guard round >= 0 else { continue }
            samples.theirs.append(sample.0)
            samples.here.append(sample.1)
        }
        let (slow, fast) = (median(samples.theirs), median(samples.here))
        let ratio = String(format: "%.1f", slow / fast)
        print("| \(here.name) | \(Int(slow.rounded())) | \(Int(fast.rounded())) | \(ratio) |")
    }
}

// The main thread runs its queue, for elements that are sent there.
Thread {
    compare()
    exit(0)
}.start()
dispatchMain()
