// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Reactive
import Testing

@testable import ProxyCore

/// Where events of proxies stand among the calls.
@Suite(.leavesNothing) struct ProxyEventPlaceTests {
    private let recorder: Recorder
    private let panel = Panel()
    private let mock = PanelMock()
    private let proxy: PanelDelegateProxy

    init() {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        recorder = Recorder(configuration)
        proxy = PanelDelegateProxy(panel: panel, recorder: recorder)
        proxy.setForwardDelegate(mock, retain: false)
    }

    private func turn(_ count: Int) {
        for number in 0..<count { proxy.panel(panel, didTurnTo: number) }
    }

    private func change() {
        proxy.setForwardDelegate(nil, retain: false)
        proxy.setForwardDelegate(mock, retain: false)
    }

    private func events(_ query: ProxyEventQuery = ProxyEventQuery()) -> [ProxyEvent] {
        var query = query
        query.order = .ascending
        query.limit = 1_000
        return recorder.proxyEvents(query).items
    }

    @Test func anEventFollowsExactlyTheCallsThatCameBefore() {
        for _ in 0..<20 {
            turn(37)
            change()
        }
        let places = events().map { ($0.seq, $0.position) }
        // The first event is that of the set-up.
        #expect(places[0].0 == 0 && places[0].1 == 0)
        let expected = (1...20).flatMap { round in Array(repeating: UInt64(37 * round), count: 2) }
        #expect(places.dropFirst().map(\.0) == expected)
        #expect(places.dropFirst().map(\.1) == expected)
    }

    @Test func eventsOfLongAgoGetTheirPlacesWhenSomebodyAsks() {
        turn(300)
        change()
        turn(5_000)
        #expect(events().map(\.position) == [0, 300, 300])
        #expect(recorder.history(ofProxy: proxy.number).map(\.position) == [0, 300, 300])
    }

    @Test func anEventWithinACallFollowsItsStartAndPrecedesItsEnd() throws {
        turn(3)
        let handler = proxy.handle(PanelDelegateProxy.Selectors.title) { [proxy] _ in
            proxy.setForwardDelegate(nil, retain: false)
            return "title"
        }
        #expect(proxy.panel(panel, titleOf: 1) == "title")
        handler.dispose()
        let event = try #require(events().last)
        #expect(event.seq == 4 && event.position == 3)
    }

    @Test func placesNeverChangeAndNeverGoBack() {
        turn(10)
        change()
        let before = events()
        turn(10)
        change()
        #expect(Array(events().prefix(before.count)) == before)
        let positions = events().compactMap(\.position)
        #expect(positions == positions.sorted() && positions.count == 5)
    }

    @Test func noEventIsPlacedBeforeWhatAReaderHasRead() {
        change()
        turn(50)
        recorder.flush()
        // The reader is at position 50, whatever the clocks say of the events.
        let place = recorder.settleProxyEvents(through: 50)
        #expect(place.position == 50 && place.number == 3)
        let directory = ProxyDirectory()
        directory.note(event)
        directory.settle([], through: 7)
        directory.settle([ProxyDirectory.EventPlace(number: 1, seq: 2, position: 2)], through: 0)
        #expect(directory.placedEvents().map(\.position) == [7])
        #expect(directory.placedEvents(after: 0, through: 6).isEmpty)
        #expect(directory.isOrdered(0, at: 7) && !directory.isOrdered(0, at: 8) && directory.isOrdered(1, at: 8))
    }

    private var event: ProxyEvent {
        ProxyEvent(
            number: 0,
            proxy: 1,
            kind: .installed,
            owner: "Panel",
            target: nil,
            previousTarget: nil,
            detail: nil,
            occurredAtNanoseconds: 0
        )
    }

    @Test func aStreamHasEachCallAndEachEventOnceInOneOrder() {
        for _ in 0..<200 {
            turn(11)
            change()
        }
        recorder.settleAllProxyEvents()
        var place = StreamPlace(position: 0, number: 0)
        var positions: [UInt64] = []
        var numbers: [UInt64] = []
        while true {
            let part = recorder.streamed(after: place, limit: 100, matching: .everything)
            if part.calls.items.isEmpty, part.events.isEmpty { break }
            #expect(part.missedEvents == 0)
            for event in part.events {
                let range = place.position...part.calls.lastPosition
                #expect(event.position.map { range.contains($0) } == true)
            }
            positions += part.calls.items.compactMap(\.position)
            numbers += part.events.map(\.number)
            place = part.end
            #expect(recorder.isPassed(place))
        }
        #expect(positions == Array(1...2_200))
        #expect(numbers == Array(1...401))
        #expect(place.index == 2_601)
    }

    @Test func memoryForEventsIsBoundedAlsoWhenNobodyAsks() {
        for _ in 0..<10_000 { change() }
        let directory = recorder.directory
        #expect(directory.pendingEvents.count <= 2 * ProxyDirectory.eventLimit)
        #expect(directory.events(after: 0).count == ProxyDirectory.eventLimit)
        #expect(events().map(\.number) == Array((20_001 - 1_023)...(20_001 - 24)))
        let page = recorder.proxyEvents(ProxyEventQuery())
        #expect(page.newest == 20_001 && page.oldest == 20_001 - 1_023)
        let part = recorder.streamed(after: StreamPlace(position: 0, number: 0), limit: 10, matching: .everything)
        #expect(part.missedEvents == 20_001 - 1_024 && part.events.count == 1_024)
    }

    @Test func eventsThatAreNoLongerStoredKeepTheirPlaceBeforeTheLaterCalls() {
        let directory = ProxyDirectory()
        for number in UInt64(1)...4_500 {
            directory.note(event)
            directory.settle([ProxyDirectory.EventPlace(number: number, seq: number, position: number)], through: 0)
        }
        directory.clearEvents()
        for position: UInt64 in [1, 2, 1_000, 3_072, 3_073, 3_074, 4_500, 4_501] {
            #expect(directory.lastNumber(before: position) == position - 1)
        }
        #expect(directory.lastNumber(before: 0) == 0 && directory.lastNumber(before: 9_999) == 4_500)
    }

    @Test func noMissedEventCountsAsReceivedHoweverLongAgoItWas() {
        let directory = ProxyDirectory()
        let last: UInt64 = 40_000
        for number in 1...last {
            directory.note(event)
            directory.settle([ProxyDirectory.EventPlace(number: number, seq: number, position: number)], through: 0)
        }
        let positions = Array(stride(from: UInt64(0), through: last, by: 97))
        let numbers = positions.map { directory.lastNumber(before: $0) }
        #expect(numbers == numbers.sorted())
        #expect(zip(numbers, positions).allSatisfy { $0 == 0 || $0 < $1 })
        // Those that are stored are told exactly, and some before them closely.
        #expect(directory.lastNumber(before: last - 1_000) == last - 1_001)
        #expect(directory.lastNumber(before: last - 3_000) >= last - 3_100)
    }

    @Test func listsHaveBoundsOrderAndAFilter() throws {
        for _ in 0..<5 { change() }
        var query = ProxyEventQuery()
        query.limit = 3
        var page = recorder.proxyEvents(query)
        #expect(page.items.map(\.number) == [11, 10, 9] && page.hasMore)
        query.before = 9
        query.limit = 8
        page = recorder.proxyEvents(query)
        #expect(page.items.map(\.number) == [8, 7, 6, 5, 4, 3, 2, 1] && !page.hasMore)
        #expect(page.oldest == 1 && page.newest == 11)
        query.after = 6
        query.order = .ascending
        #expect(recorder.proxyEvents(query).items.map(\.number) == [7, 8])
        query = ProxyEventQuery()
        query.filter = try InvocationFilter("owner:Other")
        #expect(recorder.proxyEvents(query).items.isEmpty)
        query.after = .max
        query.before = 0
        #expect(recorder.proxyEvents(query).items.isEmpty)
    }

    @Test func clearingRemovesEventsFromListsAndKeepsHistories() {
        turn(5)
        change()
        recorder.clear()
        #expect(events().isEmpty)
        #expect(recorder.history(ofProxy: proxy.number).count == 3)
        change()
        #expect(events().map(\.number) == [4, 5])
        #expect(events().map(\.position) == [5, 5])
    }

    @Test(arguments: ["9f2c11ab-e0", "9f2c11ab-12", "-e1", "e1", "9f2c11ab-e", "9f2c11ab-e+", "9f2c11ab-e1.5"])
    func textsThatAreNoIDAreRefused(text: String) {
        #expect(ProxyEventID(text) == nil)
        #expect(ProxyEventID("9f2c11ab-e12") == ProxyEventID(epoch: "9f2c11ab", number: 12))
        #expect(ProxyEventID(epoch: "9f2c11ab", number: 12).description == "9f2c11ab-e12")
    }
}
