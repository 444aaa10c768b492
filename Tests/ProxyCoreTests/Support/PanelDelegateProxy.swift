// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive

/// A handwritten proxy of `Panel.delegate`.
class PanelDelegateProxy: DelegateProxy<Panel, any PanelDelegate>, DelegateProxyType, PanelDelegate, @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    enum Selectors {
        static let didOpen = MethodSelector<PanelDelegateProxy, Panel, Void>(
            "panelDidOpen(_:)",
            of: "PanelDelegate",
            parameters: ["panel"]
        )
        static let didTurn = MethodSelector<PanelDelegateProxy, (Panel, Int), Void>(
            "panel(_:didTurnTo:)",
            of: "PanelDelegate",
            parameters: ["panel", "number"]
        )
        static let width = MethodSelector<PanelDelegateProxy, (Panel, Int), Int>(
            "panel(_:widthOf:)",
            of: "PanelDelegate",
            parameters: ["panel", "column"]
        )
        static let didLearn = MethodSelector<PanelDelegateProxy, (Panel, String), Void>(
            "panel(_:didLearn:)",
            of: "PanelDelegate",
            parameters: ["panel", "fact"],
            traits: .optional
        )
        static let didGet = MethodSelector<PanelDelegateProxy, (Panel, [Int]), Void>(
            "panel(_:didGet:)",
            of: "PanelDelegate",
            parameters: ["panel", "path"],
            traits: .optional
        )
        static let title = MethodSelector<PanelDelegateProxy, (Panel, Int), String?>(
            "panel(_:titleOf:)",
            of: "PanelDelegate",
            parameters: ["panel", "row"],
            traits: .optional
        )
        static let all = [
            AnyMethodSelector(didOpen), AnyMethodSelector(didTurn), AnyMethodSelector(width),
            AnyMethodSelector(didLearn), AnyMethodSelector(didGet), AnyMethodSelector(title),
        ]
    }

    class var propertyName: String { "delegate" }

    class func registerKnownImplementations() {
        register { PanelDelegateProxy(panel: $0) }
        register { WidePanelDelegateProxy(panel: $0 as WidePanel) }
    }

    required init(panel: Panel, recorder: Recorder = .current) {
        super.init(parentObject: panel, delegateProxy: PanelDelegateProxy.self, recorder: recorder)
    }

    override class var requirements: [AnyMethodSelector] { Selectors.all }

    func panelDidOpen(_ panel: Panel) { forward(Selectors.didOpen, panel) { $0.panelDidOpen(panel) } }

    func panel(_ panel: Panel, didTurnTo number: Int) {
        forward(Selectors.didTurn, (panel, number)) { $0.panel(panel, didTurnTo: number) }
    }

    func panel(_ panel: Panel, widthOf column: Int) -> Int {
        forward(Selectors.width, (panel, column), default: 7) { $0.panel(panel, widthOf: column) }
    }

    func panel(_ panel: Panel, didLearn fact: String) {
        forward(Selectors.didLearn, (panel, fact)) { $0.panel(panel, didLearn: fact) }
    }

    func panel(_ panel: Panel, didGet path: [Int]) {
        forward(Selectors.didGet, (panel, path)) { $0.panel(panel, didGet: path) }
    }

    func panel(_ panel: Panel, titleOf row: Int) -> String? {
        forward(Selectors.title, (panel, row), default: nil) { $0.panel(panel, titleOf: row) }
    }
}

/// The proxy for `WidePanel` and its subclasses.
final class WidePanelDelegateProxy: PanelDelegateProxy, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
}

extension Reactive where Base: Panel {
    var delegate: PanelDelegateProxy {
        get throws { try PanelDelegateProxy.proxy(for: base) }
    }
}
