// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import ProxyTestSupport
import Testing
import ThreadSanitizerSupport

/// Random programs whose delegates fork, end or cancel their thread, die or are replaced inside a call: they do the same
/// with and without a proxy.
///
/// Each run has a process of its own: nothing else may hold a lock when it forks.
@Suite(.disabled(if: thread_sanitizer_is_active())) struct OddProgramTests {
    @Test func delegatesMayForkAndEndTheirThreadsAsWithoutAProxy() async {
        await #expect(processExitsWith: .success) {
            var configuration = RecorderConfiguration()
            configuration.overflowPolicy = .wait
            for _ in 0..<25 {
                let seed = UInt64.random(in: 0 ... .max)
                let direct = OddProgram(seed: seed, recorder: nil)
                direct.run()
                let recorder = Recorder(configuration)
                let proxied = OddProgram(seed: seed, recorder: recorder)
                proxied.run()
                precondition(direct.trace == proxied.trace, "\(seed): \(direct.trace)\n\(proxied.trace)")
                recorder.flush()
                let status = recorder.status
                precondition(status.running == 0 && status.dropped == 0 && status.suppressed == 0, "\(seed): \(status)")
                precondition(status.recorded == proxied.calls, "\(seed): \(status.recorded) of \(proxied.calls)")
            }
            // Without a search for leaks: what the frames of ended threads held is lost.
            _exit(EXIT_SUCCESS)
        }
    }
}

/// A parent object that makes random calls, on one thread after the other.
private final class OddProgram: @unchecked Sendable {
    // Sendable: each thread is joined before the next one starts.
    private enum Act: CaseIterable {
        case nothing, nest, fork, exit, cancel, forget, replace
    }

    /// The observations of the parent object and its delegates.
    private(set) var trace: [String] = []
    /// The number of calls made in this process.
    private(set) var calls: UInt64 = 0
    private weak var delegate: (any SampleDelegate)?
    /// Owns the present delegate.
    private var target: SampleTarget?
    private let proxy: SampleProxy?
    private var random: SplitMix
    private var depth = 0
    private var forks = 0

    init(seed: UInt64, recorder: Recorder?) {
        random = SplitMix(state: seed)
        proxy = recorder.map { SampleProxy(recorder: $0) }
    }

    func run() {
        for number in 1...6 {
            replaceDelegate()
            depth = 0
            let steps = Int.random(in: 1...5, using: &random)
            onJoinedThread { for _ in 0..<steps { self.call() } }
            trace.append("end of thread \(number)")
        }
    }

    private func replaceDelegate() {
        let new = SampleTarget()
        // Without the target, which would own itself.
        new.onCount = { [unowned self] in act() }
        target = new
        if let proxy { proxy.setForwardDelegate(new, retain: false) }
        delegate = proxy ?? new
    }

    private func call() {
        let number = Int.random(in: 0...99, using: &random)
        trace.append("call \(number)")
        depth += 1
        // Without a delegate, a parent object makes no call; a proxy makes one that nobody answers.
        if delegate != nil { calls += 1 }
        delegate?.count(number, named: "depth \(depth)")
        depth -= 1
        trace.append("returned \(number)")
    }

    /// The delegate's part.
    private func act() {
        let act = Act.allCases.randomElement(using: &random) ?? .nothing
        trace.append("\(act)")
        switch act {
        case .nothing: break
        case .nest: if depth < 4 { for _ in 0...1 { call() } }
        case .fork: fork()
        case .exit: ThreadEnd.exit.happen()
        case .cancel: ThreadEnd.cancellation.happen()
        case .forget: target = nil
        case .replace: replaceDelegate()
        }
    }

    /// The child process makes calls too, and reports its observations by its exit code.
    private func fork() {
        guard forks < 3 else { return }
        forks += 1
        let child = ChildProcess.begin()
        if child == 0 {
            forks = 3
            target?.onCount = { [unowned self] in trace.append("in the child") }
            for _ in 0..<3 { call() }
            ChildProcess.report(trace)
        }
        trace.append("child \(ChildProcess.end(of: child).map(String.init) ?? "hung")")
    }
}
