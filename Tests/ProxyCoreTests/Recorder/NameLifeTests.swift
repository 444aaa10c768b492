// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CClock
import CThread
import ProxyTestSupport
import Testing

@testable import ProxyCore

/// What numbers in records stand for, proxies and threads, stays as long as a record has the number, and no longer.
@Suite struct NameLifeTests {
    private func recorder(storing count: Int = 1_000_000) -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = count
        return Recorder(configuration)
    }

    /// Makes proxies that are called and go.
    private func useUp(_ count: Int, _ recorder: Recorder, calls: Int = 1, owner: String = "Owner") {
        for number in 0..<count {
            let proxy = SampleProxy(recorder: recorder, ownerName: "\(owner)\(number)")
            for call in 0..<calls { proxy.count(call, named: "n") }
        }
        recorder.flush()
    }

    /// Rounds of the drain, in which it looks for what nobody names.
    private func settle(_ recorder: Recorder, until condition: () -> Bool) {
        let deadline = ContinuousClock.Instant.patience
        while !condition(), ContinuousClock.now < deadline {
            recorder.engine.gate.pointee.wakeDrain()
            recorder.flush()
        }
    }

    // MARK: Proxies

    @Test(arguments: [0, 1]) func proxiesThatAreGoneTakeNoMemory(calls: Int) {
        let recorder = recorder(storing: 200)
        // The recorder's thread runs also where these proxies are not called.
        useUp(1, recorder)
        let before = ProxyRevisions.count
        for _ in 0..<20 { useUp(2_000, recorder, calls: calls) }
        settle(recorder) { ProxyRevisions.count < before + 10_000 }
        // Other tests make some, too; of these forty thousand few are left.
        #expect(ProxyRevisions.count < before + 10_000)
    }

    @Test func proxiesOfARecorderWithoutCallsTakeNoMemory() {
        let recorder = recorder()
        let before = ProxyRevisions.count
        for _ in 0..<20_000 { _ = SampleProxy(recorder: recorder) }
        // Other tests make some, too, and let go of them.
        settle(recorder) { ProxyRevisions.count < before + 10_000 }
        #expect(ProxyRevisions.count < before + 10_000)
    }

    @Test func whatRecordsNameStaysWhenItsProxyIsGone() throws {
        let recorder = recorder()
        useUp(3_000, recorder, owner: "Kept")
        useUp(3_000, recorder, owner: "Later")
        settle(recorder) { recorder.engine.withDrain { !$0.isSweeping } }
        var query = InvocationQuery()
        query.order = .ascending
        var cursor = recorder.cursor(query)
        var owners: [String] = []
        while !cursor.isAtEnd { owners += cursor.next().map(\.owner) }
        #expect(owners == (0..<3_000).map { "Kept\($0)" } + (0..<3_000).map { "Later\($0)" })
    }

    @Test func aReaderKeepsWhatItsRecordsName() {
        let recorder = recorder(storing: 500)
        useUp(400, recorder, owner: "Read")
        var query = InvocationQuery()
        query.order = .ascending
        var cursor = recorder.cursor(query)
        for _ in 0..<5 { useUp(3_000, recorder) }
        settle(recorder) { recorder.engine.withDrain { $0.store.names.number > 2 } }
        var owners: [String] = []
        while !cursor.isAtEnd { owners += cursor.next().map(\.owner) }
        #expect(owners == (0..<400).map { "Read\($0)" })
    }

    // MARK: Threads

    /// Says that the ring of this thread belongs to another one from here on.
    private func appear(as id: UInt32, on recorder: Recorder) {
        let ring = RingTable.ring(of: recorder.engine.gate, in: ThreadContext.current)
        var facts = cthread_self()
        facts.id = id
        var place = ring.pointee.claim(ThreadEntry.size, reserve: 0)
        while place == nil {
            recorder.flush()
            place = ring.pointee.claim(ThreadEntry.size, reserve: 0)
        }
        let entry = ThreadEntry(head: EntryHead(.thread, size: ThreadEntry.size), ticks: cclock_ticks(), thread: facts)
        place?.storeBytes(of: entry, as: ThreadEntry.self)
        ring.pointee.publish(ThreadEntry.size)
    }

    @Test func theSeventyThousandthThreadHasItsOwnName() {
        let recorder = recorder(storing: 1_000)
        let proxy = SampleProxy(recorder: recorder)
        proxy.count(0, named: "first")
        for number in 1...70_000 {
            appear(as: UInt32(10_000_000 + number), on: recorder)
            proxy.count(number, named: "n")
            if number % 500 == 0 { recorder.flush() }
        }
        recorder.flush()
        var query = InvocationQuery()
        query.limit = 500
        let items = recorder.invocations(query).items
        #expect(items.map(\.thread.id) == (0..<500).map { UInt32(10_070_000 - $0) })
        #expect(recorder.status.threads == 70_001)
    }

    @Test func aThreadWithoutANumberHasNoName() {
        // All are named by records.
        let recorder = recorder()
        let proxy = SampleProxy(recorder: recorder)
        for number in 0..<66_000 {
            appear(as: UInt32(10_000_000 + number), on: recorder)
            proxy.count(number, named: "n")
            if number % 500 == 0 { recorder.flush() }
        }
        recorder.flush()
        var query = InvocationQuery()
        query.limit = 1
        #expect(recorder.invocations(query).items.map(\.thread.id) == [0])
        query.order = .ascending
        query.after = 65_000
        #expect(recorder.invocations(query).items.map(\.thread.id) == [10_065_000])
    }

    @Test func theTableOfThreadsIsBounded() {
        var table = ThreadTable()
        for id in 0..<UInt32(200_000) { _ = table.number(of: ThreadInfo(id: id, name: "t", isMain: false)) }
        #expect(table.all.count == Int(ThreadTable.unknown) && table.count == 200_000)
        #expect(table.number(of: ThreadInfo(id: 65_534, name: "t", isMain: false)) == 65_534)
        #expect(table.number(of: ThreadInfo(id: 65_535, name: "t", isMain: false)) == ThreadTable.unknown)
        table.forget([7])
        table.returned.add([7])
        #expect(table.number(of: ThreadInfo(id: 999_999, name: "t", isMain: false)) == 7)
        #expect(table.all[7].id == 999_999)
    }
}
