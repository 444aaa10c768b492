// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import ProxyCore

/// A random number generator with reproducible results.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// One call of a script, with the nested calls that the delegate makes.
struct ScriptedCall: Sendable {
    enum Kind: CaseIterable {
        case count, answer, load, loadAndThrow, changed, ask
    }

    /// The thread, and the path to the call: `2.0.1`. It is passed as an argument, so that the delegate finds its part.
    let id: String
    let kind: Kind
    let number: Int
    let nested: [ScriptedCall]

    init(id: String, depth: Int, random: inout SplitMix) {
        self.id = id
        kind = Kind.allCases.randomElement(using: &random) ?? .count
        number = .random(in: -99...99, using: &random)
        let count = depth > 0 && kind != .ask ? Int.random(in: 0...2, using: &random) : 0
        nested = (0..<count).map { ScriptedCall(id: "\(id).\($0)", depth: depth - 1, random: &random) }
    }

    /// The call and all of its descendants.
    var all: [ScriptedCall] { [self] + nested.flatMap(\.all) }
}

/// Concurrent calls by several threads on one parent object.
struct CallScript: Sendable {
    let threads: [[ScriptedCall]]

    init(random: inout SplitMix) {
        threads = (0..<Int.random(in: 1...4, using: &random)).map { thread in
            (0..<Int.random(in: 1...6, using: &random)).map { index in
                ScriptedCall(id: "\(thread).\(index)", depth: 3, random: &random)
            }
        }
    }

    /// Runs the script with a delegate, either directly or with a proxy recorded by `recorder` in front of it.
    ///
    /// - Returns: The observations of the parent object and the delegate, by thread.
    func run(proxied recorder: Recorder?, retain: Bool) async -> [[String]] {
        let stage = ScriptStage(self)
        let proxy = recorder.map { SampleProxy(recorder: $0) }
        proxy?.setForwardDelegate(stage, retain: retain)
        stage.delegate = proxy ?? stage
        await onThreads(threads.count) { thread in
            stage.begin(thread)
            for call in threads[thread] { stage.make(call, on: thread) }
        }
        proxy?.setForwardDelegate(nil, retain: false)
        return stage.traces.map(\.value)
    }
}

/// The parent object and the delegate of a script, in one object.
final class ScriptStage: SampleDelegate, @unchecked Sendable {
    // Sendable: the property is written before the threads start; the traces are guarded.
    weak var delegate: (any SampleDelegate)?
    let traces: [Guarded<[String]>]
    private let calls: [String: ScriptedCall]
    /// The kernel's ID of each script thread.
    private let threadIDs: [Guarded<UInt32>]

    init(_ script: CallScript) {
        traces = script.threads.map { _ in Guarded([]) }
        threadIDs = script.threads.map { _ in Guarded(0) }
        let all = script.threads.joined().flatMap(\.all)
        calls = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    }

    /// Makes one call like a typical parent object, and logs its outcome.
    func make(_ call: ScriptedCall, on thread: Int) {
        let outcome: String
        switch call.kind {
        case .count:
            delegate?.count(call.number, named: call.id)
            outcome = "returned"
        case .answer: outcome = "returned \(String(describing: delegate?.answer(to: call.id)))"
        case .load, .loadAndThrow:
            do {
                outcome = "returned \(String(describing: try delegate?.load(call.id)))"
            } catch {
                outcome = "threw \(error)"
            }
        case .changed:
            delegate?.changed(["number": call.number], self, call.id)
            outcome = "returned"
        case .ask:
            let answer = (delegate as? any DelegateCapabilities)?.implements(SampleProxy.Selectors.load.selector)
            outcome = "implemented \(answer ?? true)"
        }
        note("\(call.id) \(outcome)", thread)
    }

    func count(_ number: Int, named name: String) { _ = play(name, "count \(number)") }

    func answer(to question: String) -> Int { play(question, "answer").number }

    func load(_ path: String) throws -> [String] {
        let call = play(path, "load")
        if call.kind == .loadAndThrow { throw SampleError(code: call.number) }
        return [path, "\(call.number)"]
    }

    func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {
        _ = play(optional ?? "", "changed \(values) \(object === self)")
    }

    /// The delegate's part: logs the call and makes the nested ones.
    private func play(_ id: String, _ description: String) -> ScriptedCall {
        // Every incoming id belongs to the script.
        let call = calls[id]!
        let thread = Int(id.prefix { $0 != "." }) ?? 0
        note("\(id) \(description)", thread)
        for inner in call.nested { make(inner, on: thread) }
        return call
    }

    /// Reports the thread on which a part of the script begins.
    func begin(_ thread: Int) {
        let id = cthread_id()
        threadIDs[thread].change { $0 = id }
    }

    private func note(_ line: String, _ thread: Int) {
        let line = cthread_id() == threadIDs[thread].value ? line : line + " on another thread"
        traces[thread].change { $0.append(line) }
    }
}
