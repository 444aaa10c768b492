// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Keeps the revisions and threads that records name by number, as long as such records can be read.
///
/// Every reader of records holds the generation current at its start. Each search for unnamed numbers (`NameSweep`)
/// begins a new generation, which carries the numbers found to be unnamed. Each generation retains the next one. The
/// numbers are freed together with their generation, and so after every reader that may have older records.
final class NameGeneration: Sendable {
    /// Number of the generation in its recorder, from 0.
    let number: Int
    private let revisions: Set<UInt32>
    private let threads: Set<UInt16>
    private let returned: ReturnedNumbers?
    private let next = ForkableMutex<NameGeneration?>(nil)

    /// Creates the first generation.
    convenience init() { self.init(number: 0, revisions: [], threads: [], returned: nil) }

    private init(number: Int, revisions: Set<UInt32>, threads: Set<UInt16>, returned: ReturnedNumbers?) {
        self.number = number
        self.revisions = revisions
        self.threads = threads
        self.returned = returned
    }

    deinit {
        ProxyRevisions.remove(revisions)
        returned?.add(threads)
    }

    /// Begins the next generation, which carries numbers that no record names.
    func succeeded(revisions: Set<UInt32>, threads: Set<UInt16>, returned: ReturnedNumbers) -> NameGeneration {
        let new = NameGeneration(number: number + 1, revisions: revisions, threads: threads, returned: returned)
        next.withLock { $0 = new }
        return new
    }
}
