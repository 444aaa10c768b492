// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyMacros

enum Den {
    enum State { case idle, busy }

    /// Its default bodies are outside of this type.
    @Proxied protocol DenStateShapes: AnyObject {
        @Optional @Default(Den.State.idle) func state(after state: Den.State) -> Den.State
    }

    /// What only this type can name.
    @Proxied private protocol DenShapes: AnyObject {
        func touch(_ number: Int) -> Int
    }

    /// Its selectors are outside of the proxy, because it is generic.
    @Proxied private protocol DenBoxShapes<Item>: AnyObject {
        associatedtype Item
        func put(_ item: Item)
    }

    /// Calls what only this type can see.
    static func touchPrivateShapes(_ recorder: Recorder) -> [Int] {
        final class Target: DenShapes, DenBoxShapes {
            var item = 0
            func touch(_ number: Int) -> Int { number + 1 }
            func put(_ item: Int) { self.item = item }
        }
        let target = Target()
        let first = DenShapesProxy(recorder: recorder)
        first.setForwardDelegate(target, retain: true)
        let second = DenBoxShapesProxy<Int>(recorder: recorder)
        second.setForwardDelegate(target, retain: true)
        second.put(3)
        return [first.touch(1), target.item]
    }
}
