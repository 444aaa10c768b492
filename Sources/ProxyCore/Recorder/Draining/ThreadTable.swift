// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The threads that records name by 16-bit numbers.
///
/// Numbers of threads that no record names any more are reused. If all numbers are in use, records of further threads
/// name no thread, rather than a wrong one.
struct ThreadTable {
    /// Stands for a thread without a number.
    static let unknown = UInt16.max

    /// The threads by number.
    private(set) var all: [ThreadInfo] = []
    /// Number of all threads so far.
    private(set) var count = 0
    private var numbers: [ThreadInfo: UInt16] = [:]
    private var free: [UInt16] = []
    private var newSinceLook = 0
    /// Numbers that no reader can see any more.
    let returned = ReturnedNumbers()

    /// The number of a thread, assigned if necessary.
    mutating func number(of thread: ThreadInfo) -> UInt16 {
        if let known = numbers[thread] { return known }
        count += 1
        newSinceLook += 1
        let number: UInt16
        if let reused = nextFree() {
            number = reused
            all[Int(reused)] = thread
        } else if all.count < Int(Self.unknown) {
            number = UInt16(all.count)
            all.append(thread)
        } else {
            return Self.unknown
        }
        numbers[thread] = number
        return number
    }

    private mutating func nextFree() -> UInt16? {
        if free.isEmpty { free = returned.take() }
        return free.popLast()
    }

    /// Whether so few numbers are left that a search for unnamed ones is due.
    mutating func isCrowded() -> Bool {
        guard newSinceLook >= 4_096 else { return false }
        free += returned.take()
        return Int(Self.unknown) - all.count + free.count < Int(Self.unknown) / 4
    }

    /// The numbers in use. The next search is due when more threads were added.
    mutating func beginLook() -> Set<UInt16> {
        newSinceLook = 0
        return Set(numbers.values)
    }

    /// Removes threads that no record names. Their numbers are not reused until they are in `returned`.
    mutating func forget(_ unnamed: Set<UInt16>) {
        for number in unnamed { numbers[all[Int(number)]] = nil }
    }
}

/// Numbers of threads to be reused, returned on the thread of their last reader.
final class ReturnedNumbers: Sendable {
    private let numbers = ForkableMutex<[UInt16]>([])

    func add(_ new: Set<UInt16>) { numbers.withLock { $0 += new } }

    func take() -> [UInt16] {
        numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
    }
}
