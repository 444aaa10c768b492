// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The delegate protocol of the measured calls: two arguments, an Int and a short String.
protocol PressDelegate: AnyObject {
    func key(_ code: Int, named name: String)
    func paste(_ text: String, from keyboard: Keyboard)
}

/// Does almost nothing, so that the measurement covers the call path.
final class PressTarget: PressDelegate {
    private(set) var sum = 0
    func key(_ code: Int, named name: String) { sum &+= code }
    func paste(_ text: String, from keyboard: Keyboard) { sum &+= 1 }
}

/// A handwritten proxy.
final class PressDelegateProxy: ProtocolProxy<any PressDelegate>, PressDelegate, @unchecked Sendable {
    enum Selectors {
        static let key = MethodSelector<PressDelegateProxy, (Int, String), Void>(
            "key(_:named:)",
            of: "PressDelegate",
            parameters: ["code", "name"],
            traits: .editable
        )
        static let paste = MethodSelector<PressDelegateProxy, (String, Keyboard), Void>(
            "paste(_:from:)",
            of: "PressDelegate",
            parameters: ["text", "keyboard"]
        )
    }

    override class var requirements: [AnyMethodSelector] {
        [AnyMethodSelector(Selectors.key), AnyMethodSelector(Selectors.paste)]
    }

    func key(_ code: Int, named name: String) {
        forward(Selectors.key, (code, name)) { $0.key(code, named: name) } edited: { $0.key($1.0, named: $1.1) }
    }

    func paste(_ text: String, from keyboard: Keyboard) {
        forward(Selectors.paste, (text, keyboard)) { $0.paste(text, from: keyboard) }
    }
}

/// Calls its delegate like typical parent objects.
final class Keyboard {
    let delegate: any PressDelegate
    weak var weakDelegate: (any PressDelegate)?

    init(_ delegate: any PressDelegate) {
        self.delegate = delegate
        weakDelegate = delegate
    }

    @inline(never)
    func press(_ count: Int) {
        for code in 0..<count { delegate.key(code, named: "escape") }
    }

    /// Passes itself and a heap-allocated text.
    @inline(never)
    func paste(_ text: String, _ count: Int) {
        for _ in 0..<count { delegate.paste(text, from: self) }
    }

    @inline(never)
    func pressWeakly(_ count: Int) {
        for code in 0..<count { weakDelegate?.key(code, named: "escape") }
    }
}
