// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import ProxyTestSupport
import Testing
import ThreadSanitizerSupport

/// Random programs whose delegates overwrite the property that holds them, fork, and end or cancel their thread, inside a
/// call: the parent object gets the same answers with and without a proxy in that property.
///
/// Each run has a process of its own: nothing else may hold a lock when it forks.
@Suite(.disabled(if: thread_sanitizer_is_active())) struct OddPropertyTests {
    @Test func delegatesMayOverwriteTheirPropertyForkAndEndTheirThreadsAsWithoutAProxy() async {
        await #expect(processExitsWith: .success) {
            for number in 0..<30 {
                let seed = UInt64.random(in: 0 ... .max)
                func program(isProxied: Bool) -> ShelfProgram {
                    ShelfProgram(
                        number.isMultiple(of: 2) ? StrongShelf() : WeakShelf(),
                        seed: seed,
                        isProxied: isProxied
                    )
                }
                let (direct, proxied) = (program(isProxied: false), program(isProxied: true))
                direct.run()
                proxied.run()
                precondition(direct.trace == proxied.trace, "\(seed): \(direct.trace)\n\(proxied.trace)")
                precondition(proxied.installations > 0)
            }
            // Without a search for leaks: what the frames of ended threads held is lost.
            _exit(EXIT_SUCCESS)
        }
    }
}

/// A parent object that asks its delegate, on one thread after the other.
private final class ShelfProgram: @unchecked Sendable {
    // Sendable: each thread is joined before the next one starts.
    private enum Act: CaseIterable {
        case nothing, nest, overwrite, clear, install, uninstall, fork, exit, cancel
    }

    private final class Delegate: ShelfDelegate {
        private let number: Int
        private unowned let program: ShelfProgram

        init(_ number: Int, _ program: ShelfProgram) {
            self.number = number
            self.program = program
        }

        func rows() -> Int {
            program.act()
            return number
        }

        func didOpen() {}
    }

    /// The observations of the parent object and its delegates.
    private(set) var trace: [String] = []
    private(set) var installations = 0
    private let shelf: Shelf
    private let isProxied: Bool
    /// All delegates that there have been, so that a weak property keeps them.
    private var delegates: [Delegate] = []
    private var random: SplitMix
    private var depth = 0
    private var forks = 0
    private var isChild = false

    init(_ shelf: Shelf, seed: UInt64, isProxied: Bool) {
        self.shelf = shelf
        self.isProxied = isProxied
        random = SplitMix(state: seed)
    }

    func run() {
        for number in 1...6 {
            overwrite()
            install()
            depth = 0
            let steps = Int.random(in: 1...5, using: &random)
            onJoinedThread { for _ in 0..<steps { self.ask() } }
            trace.append("end of thread \(number)")
        }
    }

    private func ask() {
        depth += 1
        let answer = shelf.count()
        depth -= 1
        trace.append("answer \(answer)")
    }

    private func overwrite() {
        delegates.append(Delegate(delegates.count + 1, self))
        shelf.delegate = delegates.last
    }

    private func install() {
        guard isProxied, (try? LenientShelfProxy.proxy(for: shelf)) != nil else { return }
        installations += 1
    }

    /// The delegate's part.
    private func act() {
        let act = Act.allCases.randomElement(using: &random) ?? .nothing
        trace.append("\(act)")
        switch act {
        case .nothing: break
        case .nest: if depth < 4 { for _ in 0...1 { ask() } }
        case .overwrite: overwrite()
        case .clear: shelf.delegate = nil
        case .install: install()
        case .uninstall: if isProxied { try? LenientShelfProxy.proxy(for: shelf).uninstall() }
        case .fork: if !isChild { fork() }
        case .exit: if !isChild { ThreadEnd.exit.happen() }
        case .cancel: if !isChild { ThreadEnd.cancellation.happen() }
        }
    }

    /// The child process goes on in the same way, and reports its observations by its exit code.
    private func fork() {
        guard forks < 3 else { return }
        forks += 1
        let child = ChildProcess.begin()
        if child == 0 {
            isChild = true
            for _ in 0..<6 {
                ask()
                overwrite()
                install()
            }
            ChildProcess.report(trace)
        }
        trace.append("child \(ChildProcess.end(of: child).map(String.init) ?? "hung")")
    }
}
