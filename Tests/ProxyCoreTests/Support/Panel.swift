// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive

/// A delegate protocol with every kind of requirement: required and optional, with and without a result.
protocol PanelDelegate: AnyObject {
    func panelDidOpen(_ panel: Panel)
    func panel(_ panel: Panel, didTurnTo number: Int)
    func panel(_ panel: Panel, widthOf column: Int) -> Int
    func panel(_ panel: Panel, didLearn fact: String)
    func panel(_ panel: Panel, didGet path: [Int])
    func panel(_ panel: Panel, titleOf row: Int) -> String?
}

extension PanelDelegate {
    func panel(_ panel: Panel, didLearn fact: String) {}
    func panel(_ panel: Panel, didGet path: [Int]) {}
    func panel(_ panel: Panel, titleOf row: Int) -> String? { nil }
}

/// A parent object that caches which optional requirements its delegate implements, and logs writes to the property.
class Panel: HasDelegate, DelegateProxyOwner, ReactiveCompatible {
    let delegateProxies = DelegateProxyStorage()

    weak var delegate: (any PanelDelegate)? {
        didSet {
            history.append(delegate.map { String(describing: type(of: $0)) })
            learnAnswers.append(asks(PanelDelegateProxy.Selectors.didLearn))
            getAnswers.append(asks(PanelDelegateProxy.Selectors.didGet))
        }
    }

    /// Types of the values written to the property.
    private(set) var history: [String?] = []
    private(set) var learnAnswers: [Bool] = []
    private(set) var getAnswers: [Bool] = []

    /// Asks the delegate whether a call is necessary, like typical parent objects.
    func asks<Proxy, Arguments, Return>(_ selector: MethodSelector<Proxy, Arguments, Return>) -> Bool {
        guard let delegate else { return false }
        return (delegate as? any DelegateCapabilities)?.implements(selector.selector) ?? true
    }

    func learn(_ fact: String) {
        if learnAnswers.last == true { delegate?.panel(self, didLearn: fact) }
    }

    func get(_ path: [Int]) {
        if getAnswers.last == true { delegate?.panel(self, didGet: path) }
    }

    func turn(to number: Int) { delegate?.panel(self, didTurnTo: number) }

    func width(of column: Int) -> Int { delegate?.panel(self, widthOf: column) ?? -1 }
}

/// Subclasses of the parent object, for looking up proxies.
class WidePanel: Panel {}
final class WidestPanel: WidePanel {}

/// Implements `didLearn` and the required methods, but neither `didGet` nor `titleOf`.
final class PanelMock: PanelDelegate, DelegateCapabilities {
    var messages: [String] = []
    var onCall: () -> Void = {}

    func implements(_ selector: Selector) -> Bool {
        selector.name != "panel(_:didGet:)" && selector.name != "panel(_:titleOf:)"
    }

    func panelDidOpen(_ panel: Panel) { called("panelDidOpen(_:)") }
    func panel(_ panel: Panel, didTurnTo number: Int) { called("panel(_:didTurnTo:) \(number)") }
    func panel(_ panel: Panel, didLearn fact: String) { called("panel(_:didLearn:)") }

    func panel(_ panel: Panel, widthOf column: Int) -> Int {
        called("panel(_:widthOf:) \(column)")
        return column * 10
    }

    private func called(_ message: String) {
        messages.append(message)
        onCall()
    }
}
