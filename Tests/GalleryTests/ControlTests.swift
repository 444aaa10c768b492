// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Gallery
import ProxyCore
import Reactive
import Testing

@Suite @MainActor struct ControlTests {
    private final class Form {
        var log: [String] = []
        func save(_ sender: Control) { log.append("save") }
        func press(_ sender: Control) { log.append("press") }
    }

    private let recorder = Recorder()
    private var calls: [Invocation] {
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        return recorder.invocations(query).items
    }

    @Test func recordsAnActionAsADelegateCall() throws {
        let (button, form) = (Button(recorder: recorder), Form())
        button.addTarget(form, for: .touchUpInside) { $0.save($1) }
        button.tap()
        #expect(form.log == ["save"])
        let call = try #require(calls.first)
        #expect(calls.count == 1)
        #expect(call.selector.name == "touchUpInside(_:)")
        #expect(call.selector.protocolName == "ControlAction")
        #expect(call.owner == "Button")
        #expect(call.target == "Form")
        #expect(call.returnPath == .target)
        #expect(call.arguments.map(\.value.typeName) == ["Button"])
        #expect(recorder.proxies.map(\.requirements.count) == [Control.Event.allCases.count])
    }

    @Test func sendsToTargetsInTheirOrderAndToThoseOfTheEventOnly() {
        let (button, form) = (Button(recorder: recorder), Form())
        button.addTarget(form, for: .touchUpInside) { form, _ in form.log.append("first") }
        button.addTarget(form, for: .touchDown) { $0.press($1) }
        button.addTarget(form, for: .touchUpInside, .touchDown) { form, _ in form.log.append("both") }
        button.tap()
        #expect(form.log == ["press", "both", "first", "both"])
        #expect(calls.map(\.selector.baseName) == ["touchDown", "touchDown", "touchUpInside", "touchUpInside"])
    }

    @Test func keepsNeitherTargetNorControlAlive() {
        let button = Button(recorder: recorder)
        weak var form: Form?
        do {
            let owned = Form()
            form = owned
            button.addTarget(owned, for: .touchUpInside) { $0.save($1) }
            #expect(button.targets.count == 1)
        }
        #expect(form == nil)
        button.tap()
        #expect(calls.isEmpty)
        weak var gone: Button?
        do {
            let owned = Button(recorder: recorder)
            gone = owned
            let subscription = owned.rx.tap.subscribe(onNext: {})
            owned.tap()
            withExtendedLifetime(subscription) {}
        }
        #expect(gone == nil)
    }

    @Test func doesNothingWhileItIsDisabled() {
        let (button, form) = (Button(recorder: recorder), Form())
        button.addTarget(form, for: .touchUpInside) { $0.save($1) }
        button.isEnabled = false
        button.tap()
        #expect(form.log.isEmpty && calls.isEmpty)
    }

    @Test func tellsOfTapsUntilItIsDisposedOf() {
        let button = Button(recorder: recorder)
        var taps = 0
        let subscription = button.rx.tap.subscribe(onNext: { taps += 1 })
        button.tap()
        button.tap()
        subscription.dispose()
        button.tap()
        #expect(taps == 2)
        #expect(button.targets.isEmpty)
        #expect(calls.map(\.target) == ["ControlTarget", "ControlTarget"])
        #expect(recorder.proxies.isEmpty)
    }

    @Test func endsItsStreamsWhenItIsGone() {
        var button: Button? = Button(recorder: recorder)
        var events: [String] = []
        let subscription = button?.rx.controlEvent(.touchDown).subscribe(
            onNext: { events.append("down") },
            onCompleted: { events.append("completed") }
        )
        button?.tap()
        button = nil
        #expect(events == ["down", "completed"])
        withExtendedLifetime(subscription) {}
    }

    @Test func bindsItsTitles() {
        let button = Button(recorder: recorder)
        _ = Observable.just("Save").bind(to: button.rx.title())
        _ = Observable.just("Wait").bind(to: button.rx.title(for: .disabled))
        #expect(button.currentTitle == "Save")
        button.isEnabled = false
        #expect(button.currentTitle == "Wait")
    }

    @Test func hasAPropertyOfItsValueAndItsChanges() {
        let button = Button(recorder: recorder)
        var seen: [Bool] = []
        let property = button.rx.controlProperty(.valueChanged, getter: \.isEnabled, setter: { $0.isEnabled = $1 })
        let subscription = property.subscribe(onNext: { seen.append($0) })
        property.onNext(false)
        button.sendActions(for: .valueChanged)
        subscription.dispose()
        button.sendActions(for: .valueChanged)
        #expect(seen == [true, false])
    }

    @Test func observesWhatAnActionDoesThroughItsProxy() throws {
        let (button, form) = (Button(recorder: recorder), Form())
        let action = button.addTarget(form, for: .touchUpInside) { $0.save($1) }
        var order: [String] = []
        let selector = try #require(Control.Action.selector(of: .touchUpInside))
        let before = action.sentMessage(selector).subscribe(onNext: { _ in order.append("sent \(form.log.count)") })
        let after = action.methodInvoked(selector).subscribe(onNext: { _ in order.append("invoked \(form.log.count)") })
        button.tap()
        #expect(order == ["sent 0", "invoked 1"])
        withExtendedLifetime((before, after)) {}
    }
}
