// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Gallery
import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) @MainActor struct ControllerTests {
    private let bag = DisposeBag()
    private let root = ViewController(title: "root")
    private let detail = ViewController(title: "detail")

    @Test(arguments: [true, false])
    func willShowIsSeenByStreamAndDelegateWheneverItIsSet(isSetFirst: Bool) throws {
        let navigation = NavigationController(rootViewController: root)
        let writer = Writer()
        if isSetFirst { navigation.delegate = writer }
        navigation.rx.willShow.subscribe(onNext: { writer.seen.append("rx \($0.viewController.title) \($0.animated)") })
            .disposed(by: bag)
        if !isSetFirst { try navigation.rx.setDelegate(writer).disposed(by: bag) }
        navigation.pushViewController(detail, animated: true)
        #expect(writer.seen == ["delegate detail", "rx detail true"])
    }

    @Test func theDelegatePropertySetAfterTheSubscriptionSilencesTheStream() throws {
        let navigation = NavigationController(rootViewController: root)
        let writer = Writer()
        navigation.rx.willShow.subscribe(onNext: { _ in writer.seen.append("rx") }).disposed(by: bag)
        navigation.delegate = writer
        navigation.pushViewController(detail, animated: false)
        #expect(writer.seen == ["delegate detail"])
        _ = try navigation.rx.delegate
        navigation.popViewController(animated: false)
        #expect(writer.seen == ["delegate detail", "delegate root", "rx"])
    }

    @Test func didShowComesOnceTheScreenIsOnTop() {
        let navigation = NavigationController(rootViewController: root)
        var seen: [String] = []
        navigation.rx.willShow.subscribe(onNext: { [unowned navigation] show in
            seen.append("will \(show.viewController.title) over \(navigation.topViewController.title)")
        })
        .disposed(by: bag)
        navigation.rx.didShow.subscribe(onNext: { [unowned navigation] show in
            seen.append("did \(show.viewController.title) over \(navigation.topViewController.title)")
        })
        .disposed(by: bag)
        navigation.pushViewController(detail, animated: true)
        #expect(seen == ["will detail over root", "did detail over detail"])
    }

    @Test func didSelectSendsTheScreenOfTheTab() throws {
        let tabs = TabBarController(viewControllers: [root, detail])
        var selected: [String] = []
        tabs.rx.didSelect.subscribe(onNext: { selected.append($0.title) }).disposed(by: bag)
        tabs.tapTab(at: 1)
        #expect(selected == ["detail"] && tabs.selectedIndex == 1)
        let proxy = try tabs.rx.delegate
        proxy.handle(TabBarControllerDelegateProxy.Selectors.shouldSelect) { _, screen in screen.title != "root" }
            .disposed(by: bag)
        tabs.tapTab(at: 0)
        #expect(selected == ["detail"] && tabs.selectedIndex == 1)
    }
}

private final class Writer: NavigationControllerDelegate {
    var seen: [String] = []

    func navigationController(
        _ navigationController: NavigationController,
        willShow viewController: ViewController,
        animated: Bool
    ) {
        seen.append("delegate \(viewController.title)")
    }
}
