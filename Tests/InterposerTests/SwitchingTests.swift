// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Interposer
import ProxyCore
import Synchronization
import Testing

private protocol Meter: AnyObject, Sendable {
    func add(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Double) throws -> Int
    func descend(_ level: Int) -> Int
    func leave()
}

private struct Overflow: Error {}

private final class Counter: Meter {
    func add(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Double) throws -> Int {
        if a < 0 { throw Overflow() }
        return a + b + c + d + e + f + g + Int(h)
    }

    func descend(_ level: Int) -> Int { level == 0 ? 0 : 1 + meter().descend(level - 1) }

    @inline(never) @_optimize(none) private func meter() -> any Meter { self }

    func leave() { pthread_exit(nil) }
}

private final class Idle: Meter {
    func add(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Double) throws -> Int { 0 }
    func descend(_ level: Int) -> Int { 0 }
    func leave() {}
}

private final class Progress: Sendable {
    let isOver = Atomic<Bool>(false)
    let wrong = Atomic<Int>(0)
    let ended = Atomic<Int>(0)
}

extension InterpositionTests {
    @Suite struct SwitchingTests {
        @inline(never) @_optimize(none) private func meter() -> any Meter { Self.counter() }

        @inline(never) @_optimize(none) fileprivate static func counter() -> any Meter { Counter() }

        /// A part of this program's file in memory.
        private struct Mapping: Equatable {
            var addresses: Range<UInt>
            let mode: Substring
        }

        /// The memory that this program's file was loaded into; other tests map the file elsewhere. Neighbours of the same
        /// protection are one: the system may list them apart after a change, as long as a forked process shares them.
        private func protections() -> [Mapping] {
            let maps = Self.maps()
            let own = UInt(bitPattern: #dsohandle)
            var mappings: [Mapping] = []
            for line in maps.split(separator: "\n") where line.contains("PackageTests.xctest") {
                let words = line.split(separator: " ")
                let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
                guard max(own, ends[0]) - min(own, ends[0]) < 1 << 32 else { continue }
                if let last = mappings.last, last.addresses.upperBound == ends[0], last.mode == words[1] {
                    mappings[mappings.count - 1].addresses = last.addresses.lowerBound..<ends[1]
                } else {
                    mappings.append(Mapping(addresses: ends[0]..<ends[1], mode: words[1]))
                }
            }
            return mappings
        }

        /// The system gives the file out in parts, and Foundation may take the first for the whole.
        private static func maps() -> String {
            guard let file = fopen("/proc/self/maps", "re") else { return "" }
            defer { fclose(file) }
            var (bytes, part): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 16))
            while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part.prefix(count) }
            return String(decoding: bytes, as: UTF8.self)
        }

        @Test func threadsMayCallWhileItIsSwitched() async throws {
            let recorder = Recorder()
            let interposer = Interposer.install("Meter", recorder: recorder)
            let meter = meter()
            let progress = Progress()
            for number in 0..<4 {
                Thread.detachNewThread {
                    while !progress.isOver.load(ordering: .relaxed) {
                        let sum = try? meter.add(number, 1, 2, 3, 4, 5, 6, 7.5)
                        if sum != number + 28 { progress.wrong.add(1, ordering: .relaxed) }
                        if (try? meter.add(-1, 1, 2, 3, 4, 5, 6, 7.5)) != nil {
                            progress.wrong.add(1, ordering: .relaxed)
                        }
                    }
                    progress.ended.add(1, ordering: .sequentiallyConsistent)
                }
            }
            // At least so often, and until calls have met it: the threads may not have begun.
            let deadline = ContinuousClock.now + .seconds(120)
            var round = 0
            while round < 500 || recorder.status.calls < 1_000, ContinuousClock.now < deadline {
                interposer.remove()
                interposer.resume()
                round += 1
            }
            progress.isOver.store(true, ordering: .relaxed)
            while progress.ended.load(ordering: .sequentiallyConsistent) < 4 { await Task.yield() }
            interposer.remove()
            recorder.flush()
            let status = recorder.status
            #expect(progress.wrong.load(ordering: .relaxed) == 0)
            #expect(status.recorded > 0 && status.running == 0 && status.unaccounted == 0)
        }

        @Test func afterwardsTheMemoryHasItsProtectionAgainAndNothingIsRecorded() throws {
            let before = protections()
            let recorder = Recorder()
            let interposer = Interposer.install("Meter", recorder: recorder)
            let meter = meter()
            _ = try meter.add(1, 1, 1, 1, 1, 1, 1, 1)
            interposer.remove()
            _ = try meter.add(1, 1, 1, 1, 1, 1, 1, 1)
            recorder.flush()
            #expect(recorder.status.recorded == 1)
            #expect(protections() == before && !before.isEmpty)
        }

        /// Runs a function in a process that can open no file.
        fileprivate static func withoutDescriptors(_ body: () -> Void) {
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            getrlimit(resource, &limit)
            var none = limit
            none.rlim_cur = 0
            setrlimit(resource, &none)
            body()
            setrlimit(resource, &limit)
        }

        @Test func nothingIsRecordedAfterwardsIfTheTablesCannotBePutBack() async {
            await #expect(processExitsWith: .success) {
                let recorder = Recorder()
                let interposer = Interposer.install("Meter", recorder: recorder)
                let meter = InterpositionTests.SwitchingTests.counter()
                _ = meter.descend(0)
                InterpositionTests.SwitchingTests.withoutDescriptors { interposer.remove() }
                _ = meter.descend(0)
                recorder.flush()
                precondition(recorder.status.recorded == 1, "recorded after it was removed")
                interposer.resume()
                _ = meter.descend(0)
                interposer.remove()
                recorder.flush()
                precondition(recorder.status.recorded == 2, "not recorded after it was resumed")
            }
        }

        @Test func tablesThatCouldNotBeWrittenAreTold() async {
            await #expect(processExitsWith: .success) {
                let interposer = Interposer.install("Meter", recorder: Recorder())
                let count = interposer.entries.count { $0.refusal == nil }
                interposer.remove()
                InterpositionTests.SwitchingTests.withoutDescriptors { interposer.resume() }
                let refused = interposer.entries.count { $0.refusal == "the tables could not be written" }
                precondition(count > 0 && refused == count, "\(refused) of \(count) are refused")
                interposer.resume()
                precondition(interposer.entries.count { $0.refusal == nil } == count, "refused for good")
                interposer.remove()
            }
        }

        @Test func callsNestThousandsOfTimes() async {
            let recorder = Recorder()
            let interposer = Interposer.install("Meter", recorder: recorder)
            defer { interposer.remove() }
            let meter = meter()
            let depth: Int = await withCheckedContinuation { continuation in
                let thread = Thread { continuation.resume(returning: meter.descend(5_000)) }
                thread.stackSize = 1 << 28
                thread.start()
            }
            recorder.flush()
            #expect(depth == 5_000 && recorder.status.recorded == 5_001 && recorder.status.running == 0)
        }

        @Test func aThreadMayEndInsideACall() async {
            let recorder = Recorder()
            let interposer = Interposer.install("Meter", recorder: recorder)
            defer { interposer.remove() }
            let meter = meter()
            let thread = Thread { meter.leave() }
            thread.start()
            let deadline = ContinuousClock.now + .seconds(20)
            while recorder.status.recorded == 0, ContinuousClock.now < deadline { await Task.yield() }
            recorder.flush()
            let call = recorder.invocations().items.first
            #expect(call?.error?.content == .text("the thread ended inside the call") && recorder.status.running == 0)
        }
    }
}
