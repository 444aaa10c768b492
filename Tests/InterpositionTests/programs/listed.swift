// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML

// A program that is only listed.

protocol LampDelegate: AnyObject {
    var level: Int { get set }
    func switched(_ isOn: Bool, by name: String) throws -> Bool
    func fade() async
}

protocol Unused {
    func never()
}

final class Lamp: LampDelegate {
    var level = 0
    func switched(_ isOn: Bool, by name: String) throws -> Bool { isOn }
    func fade() async {}
}

final class Dimmer: LampDelegate {
    var level = 1
    func switched(_ isOn: Bool, by name: String) throws -> Bool { !isOn }
    func fade() async {}
}

final class Reader: NSObject, XMLParserDelegate {
    func parserDidStartDocument(_ parser: XMLParser) {}
}

@inline(never) @_optimize(none) func delegates() -> [any LampDelegate] { [Lamp(), Dimmer()] }

print("main \(initialised()) \(delegates().count) \(Reader())")
