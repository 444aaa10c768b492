// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// A proxy without a delegate, answered by the program; the names are those of docs/reports/ported-scenarios.md.
@Suite(.leavesNothing) struct ProtocolProxyScenarioTests {
    private typealias Selectors = StationProxy.Selectors
    private let station = Station()
    private let proxy = StationProxy(recorder: Recorder())
    private let bag = DisposeBag()

    init() { station.delegate = proxy }

    @Test("testDisposing") func respondsOnlyWhileSomebodyIsSubscribed() {
        var count = 0
        let stream = proxy.signal(for: Selectors.a) { subject, _ in subject.onNext(0) }
        let first = stream.subscribe(onNext: { _ in count += 1 })
        station.callAIfAnswered()
        #expect(count == 1)
        first.dispose()
        #expect(!proxy.responds(to: Selectors.a))
        station.callAIfAnswered()
        #expect(count == 1)
        let second = stream.subscribe(onNext: { _ in count += 1 })
        #expect(proxy.responds(to: Selectors.a))
        station.callAIfAnswered()
        #expect(count == 2)
        second.dispose()
        #expect(!proxy.responds(to: Selectors.a))
    }

    @Test("testCallbackA") func streamsCallsWithoutArguments() {
        let seen = record(proxy.signal(for: Selectors.a) { subject, _ in subject.onNext(0) })
        station.delegate?.a()
        station.delegate?.a()
        #expect(seen.values == [0, 0])
    }

    @Test("testCallbackB") func streamsCallsWithTheParentObject() {
        let station = station
        let seen = record(proxy.stream(for: Selectors.b) { $0 === station ? 0 : 1 })
        station.delegate?.b(station)
        station.delegate?.b(station)
        #expect(seen.values == [0, 0])
    }

    @Test("testCallbackC") func streamsAnArgument() {
        let seen = record(proxy.stream(for: Selectors.c, map: \.1))
        station.delegate?.c(station, 10)
        station.delegate?.c(station, 20)
        #expect(seen.values == [10, 20])
    }

    @Test("testCallbackD") func answersWithWhatDispatchReturns() {
        let seen = record(
            proxy.signal(for: Selectors.d) { subject, arguments in
                subject.onNext(arguments.1)
                return String(arguments.1)
            }
        )
        #expect(station.delegate?.d(station, 10) == "10")
        #expect(station.delegate?.d(station, 20) == "20")
        #expect(seen.values == [10, 20])
    }

    @Test("testCallbackE") func streamsAnIndexPath() {
        let seen = record(proxy.stream(for: Selectors.e, map: \.1))
        station.delegate?.e(station, [2, 2])
        station.delegate?.e(station, [3, 3])
        #expect(seen.values == [[2, 2], [3, 3]])
    }

    @Test("testCallbackF") func answersAndStreamsAtOnce() {
        let seen = record(
            proxy.signal(for: Selectors.f) { subject, path in
                subject.onNext(path)
                return 5
            }
        )
        #expect(station.delegate?.f([2, 2]) == 5)
        #expect(station.delegate?.f([3, 3]) == 5)
        #expect(seen.values == [[2, 2], [3, 3]])
    }

    @Test("testCallbackG") func streamsOptionalValues() {
        let seen = record(proxy.stream(for: Selectors.g) { $0 as? Int })
        station.delegate?.g(10)
        station.delegate?.g(nil)
        station.delegate?.g(20)
        #expect(seen.values == [10, nil, 20])
    }

    private func record<Element>(_ stream: Observable<Element>) -> Recorded<Element> {
        let recorded = Recorded<Element>()
        stream.subscribe(onNext: { recorded.values.append($0) }).disposed(by: bag)
        return recorded
    }
}

private final class Recorded<Element> {
    var values: [Element] = []
}

// MARK: The fixture

/// A parent object with a delegate of seven required methods.
final class Station {
    weak var delegate: (any StationDelegate)?

    func callAIfAnswered() {
        if (delegate as? any DelegateCapabilities)?.implements(StationProxy.Selectors.a.selector) ?? true {
            delegate?.a()
        }
    }
}

protocol StationDelegate: AnyObject {
    func a()
    func b(_ station: Station)
    func c(_ station: Station, _ number: Int)
    func d(_ station: Station, _ number: Int) -> String
    func e(_ station: Station, _ path: [Int])
    func f(_ path: [Int]) -> Int
    func g(_ value: Any?)
}

final class StationProxy: ProtocolProxy<any StationDelegate>, StationDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    enum Selectors {
        static let a = MethodSelector<StationProxy, (), Void>("a()", of: "StationDelegate", parameters: [])
        static let b = MethodSelector<StationProxy, Station, Void>(
            "b(_:)",
            of: "StationDelegate",
            parameters: ["station"]
        )
        static let c = MethodSelector<StationProxy, (Station, Int), Void>(
            "c(_:_:)",
            of: "StationDelegate",
            parameters: ["station", "number"]
        )
        static let d = MethodSelector<StationProxy, (Station, Int), String>(
            "d(_:_:)",
            of: "StationDelegate",
            parameters: ["station", "number"]
        )
        static let e = MethodSelector<StationProxy, (Station, [Int]), Void>(
            "e(_:_:)",
            of: "StationDelegate",
            parameters: ["station", "path"]
        )
        static let f = MethodSelector<StationProxy, [Int], Int>("f(_:)", of: "StationDelegate", parameters: ["path"])
        static let g = MethodSelector<StationProxy, Any?, Void>("g(_:)", of: "StationDelegate", parameters: ["value"])
        static let all = [
            AnyMethodSelector(a), AnyMethodSelector(b), AnyMethodSelector(c), AnyMethodSelector(d),
            AnyMethodSelector(e), AnyMethodSelector(f), AnyMethodSelector(g),
        ]
    }

    override class var requirements: [AnyMethodSelector] { Selectors.all }

    func a() { forward(Selectors.a, ()) { $0.a() } }
    func b(_ station: Station) { forward(Selectors.b, station) { $0.b(station) } }
    func c(_ station: Station, _ number: Int) { forward(Selectors.c, (station, number)) { $0.c(station, number) } }

    func d(_ station: Station, _ number: Int) -> String {
        forward(Selectors.d, (station, number), default: "") { $0.d(station, number) }
    }

    func e(_ station: Station, _ path: [Int]) { forward(Selectors.e, (station, path)) { $0.e(station, path) } }
    func f(_ path: [Int]) -> Int { forward(Selectors.f, path, default: 0) { $0.f(path) } }
    func g(_ value: Any?) { forward(Selectors.g, value) { $0.g(value) } }
}
