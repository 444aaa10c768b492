// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Gallery
import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) @MainActor struct LocationAndSearchTests {
    private let bag = DisposeBag()

    @Test func didUpdateLocationsSendsTypedPlaces() {
        var manager: LocationManager? = LocationManager()
        let place = Location(coordinate: Coordinate(latitude: 1, longitude: 2), accuracyMeters: 5)
        var seen: [Location] = []
        manager?.rx.didUpdateLocations.subscribe(onNext: { seen += $0 }).disposed(by: bag)
        manager?.receive([place])
        #expect(seen.isEmpty)
        manager?.startUpdatingLocation()
        manager?.receive([place, place])
        #expect(seen == [place, place])
        manager = nil
        DelegateProxyRegistry.sweep()
    }

    @Test func aManagerThatDoesNotOwnItsProxiesEndsItsStreamsAtTheNextSweep() {
        var manager: LocationManager? = LocationManager()
        weak let weakManager = manager
        var isCompleted = false
        manager?.rx.didFailWithError.subscribe(onCompleted: { isCompleted = true }).disposed(by: bag)
        manager = nil
        #expect(weakManager == nil)
        DelegateProxyRegistry.sweep()
        #expect(isCompleted)
    }

    @Test func textSendsWhatIsTypedAndNotWhatTheProgramSets() {
        let bar = SearchBar()
        var texts: [String] = []
        bar.rx.text.orEmpty.subscribe(onNext: { texts.append($0) }).disposed(by: bag)
        bar.type("a")
        Observable.just("xyz").bind(to: bar.rx.text).disposed(by: bag)
        bar.type("b")
        #expect(texts == ["", "a", "xyzb"])
    }

    @Test func aDelegateRefusesWhatIsTyped() throws {
        let bar = SearchBar()
        let digits = DigitsOnly()
        try bar.rx.setDelegate(digits).disposed(by: bag)
        var searches = 0
        bar.rx.searchButtonClicked.subscribe(onNext: { searches += 1 }).disposed(by: bag)
        #expect(bar.type("12"))
        #expect(!bar.type("x"))
        bar.tapSearch()
        #expect(bar.text == "12" && searches == 1)
    }
}

private final class DigitsOnly: SearchBarDelegate {
    func searchBar(_ searchBar: SearchBar, shouldChangeTextTo text: String) -> Bool {
        text.allSatisfy(\.isNumber)
    }
}
