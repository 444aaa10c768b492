// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A piece of work for a serial queue.
protocol SerialWork: AnyObject {
    func run()
}

/// A closure as a piece of work.
final class SerialAction: SerialWork {
    private let action: () -> Void

    init(_ action: @escaping () -> Void) {
        self.action = action
    }

    func run() {
        action()
    }
}
