// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Gallery
import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) @MainActor struct MapViewTests {
    private let map = MapView(center: Coordinate(latitude: 52.5, longitude: 13.4))
    private let cloud = Overlay(name: "cloud", coordinate: Coordinate(latitude: 52, longitude: 13))
    private let bag = DisposeBag()

    @Test func theForwardDelegateGivesTheRenderer() throws {
        let weather = Weather()
        try map.rx.setDelegate(weather).disposed(by: bag)
        var added: [String] = []
        map.rx.didAddRenderers.subscribe(onNext: { added += $0.map { "\(type(of: $0))" } }).disposed(by: bag)
        Observable.just(cloud).bind(to: map.rx.overlay).disposed(by: bag)
        #expect(map.renderers.first is IconRenderer)
        #expect(map.renderers.first?.overlay === cloud && added == ["IconRenderer"])
    }

    @Test func withoutADelegateTheDefaultDraws() throws {
        let proxy = try map.rx.delegate
        #expect(!proxy.responds(to: MapViewDelegateProxy.Selectors.renderer))
        map.addOverlay(cloud)
        #expect(map.renderers.map { "\(type(of: $0))" } == ["OverlayRenderer"])
    }

    @Test func observingWhatReturnsAValueSeesTheAnswer() throws {
        let weather = Weather()
        try map.rx.setDelegate(weather).disposed(by: bag)
        var answers: [String] = []
        try map.rx.delegate.returned(MapViewDelegateProxy.Selectors.renderer)
            .subscribe(onNext: { arguments, renderer in answers.append("\(arguments.1.name) \(type(of: renderer))") })
            .disposed(by: bag)
        map.addOverlay(cloud)
        #expect(answers == ["cloud IconRenderer"])
    }

    @Test func aMovedMapTellsWhetherItWasAnimated() {
        var animated: [Bool] = []
        map.rx.regionDidChangeAnimated.subscribe(onNext: { animated.append($0) }).disposed(by: bag)
        map.setCenter(Coordinate(latitude: 0, longitude: 0), animated: true)
        #expect(animated == [true])
    }
}

private final class IconRenderer: OverlayRenderer {}

private final class Weather: MapViewDelegate {
    func mapView(_ mapView: MapView, rendererFor overlay: Overlay) -> OverlayRenderer {
        IconRenderer(overlay: overlay)
    }
}
