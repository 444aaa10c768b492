// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

/// Controls that send their actions through a proxy.
@Suite struct ActionProxyTests {
    @Test func anActionIsSentOnlyToForwardDelegatesOfTheTargetsType() {
        let recorder = Recorder()
        let (knob, form, other, stranger) = (Knob(), Form(), DerivedForm(), Stranger())
        let action = ActionProxy<Knob, KnobEvent>(of: knob, to: form, recorder: recorder) { form, _, _ in
            form.turns += 1
        }
        action.setForwardDelegate(stranger, retain: true)
        #expect(!action.hasTarget && !action.leads(to: stranger))
        action.send(.turned, from: knob)
        #expect(stranger.number == 5 && form.turns == 0)
        action.setForwardDelegate(other, retain: false)
        #expect(action.hasTarget && action.leads(to: other))
        action.send(.turned, from: knob)
        #expect(other.turns == 1 && form.turns == 0)
        recorder.flush()
        #expect(recorder.invocations().items.map(\.selector.name) == ["turned(_:)"])
    }
}

private enum KnobEvent: String, CaseIterable {
    case turned
}

private final class Knob {}

private class Form {
    var turns = 0
}

private final class DerivedForm: Form {}

/// It has a number where a form has its turns.
private final class Stranger {
    let number = 5
}
