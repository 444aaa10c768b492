// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyMacros

/// Belongs to the main actor, and so does its delegate.
@MainActor class Screen {
    weak var delegate: (any ScreenDelegate)?

    func tap(_ count: Int) { delegate?.screen(self, didTap: count) }
}

@Proxied(parent: Screen.self)
@MainActor protocol ScreenDelegate: AnyObject {
    func screen(_ screen: Screen, didTap count: Int)
    @Default(true) func screenShouldClose(_ screen: Screen) -> Bool
}

/// A subclass of a parent object, with a delegate that knows more.
final class TouchScreen: Screen {
    func pinch() { (delegate as? any TouchScreenDelegate)?.touchScreenDidPinch(self) }
}

@Proxied(parent: TouchScreen.self, inheriting: "ScreenDelegateProxy")
@MainActor protocol TouchScreenDelegate: ScreenDelegate {
    @Optional func touchScreenDidPinch(_ touchScreen: TouchScreen)
}

/// Belongs to the main actor, and its delegate does not.
@MainActor final class Pane {
    weak var source: (any PaneSource)?

    func draw() -> Int { source?.height(of: self) ?? 0 }
}

/// An object that keeps its delegate alive.
@MainActor final class Canvas {
    var delegate: (any CanvasDelegate)?
}

@Proxied(parent: Canvas.self)
@MainActor protocol CanvasDelegate: AnyObject {
    @Default(0) func layers(of canvas: Canvas) -> Int
}

@Proxied(parent: Pane.self, property: "source", actor: MainActor.self)
protocol PaneSource: AnyObject {
    @Default(1) func height(of pane: Pane) -> Int
    @Optional func paneDidDraw(_ pane: Pane)
}

/// Its proxy stands on its own.
@Proxied protocol NamedDelegate: AnyObject {
    func named(_ name: String)
}

final class Badge {
    weak var delegate: (any BadgeDelegate)?
}

/// Inherits from a protocol whose proxy has no parent object, and declares its requirement again.
@Proxied(parent: Badge.self, inheriting: nil)
protocol BadgeDelegate: NamedDelegate {
    func named(_ name: String)
    func badgeDidFade(_ badge: Badge)
}
