// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallModel
internal import ProxyCore
internal import Synchronization

/// The text with which a value is recorded, without addresses: `Contact(name: "Grace", phone: "+1")`.
///
/// Elements of dictionaries and sets are in the order of their texts, as the order in them differs between processes.
/// Credentials are not hidden.
/// Tests that `inspector-server make-test` writes compare answers by it. Callable from any thread.
public func recordedText<Value>(of value: Value) -> String { TextProbe.shared.text(of: value) }

/// Repeats a recorded call.
///
/// A recording does not tell whether a requirement throws, so that tests that `inspector-server make-test` writes are
/// prepared for it in each call. The call is made where the test runs, on an actor's too.
@discardableResult
public func replay<Answer: ~Copyable>(_ call: @autoclosure () throws -> Answer) throws -> Answer { try call() }

/// Repeats a recorded call that threw.
///
/// - Returns: The text of the error as `recordedText` has it; nil if the call returns.
public func replayError<Answer: ~Copyable>(_ call: @autoclosure () throws -> Answer) -> String? {
    do {
        _ = try call()
        return nil
    } catch {
        return recordedText(of: error)
    }
}

/// Records values to get their texts.
private final class TextProbe: Sendable {
    protocol Requirements: AnyObject {}

    final class Proxy: ProtocolProxy<any Requirements>, @unchecked Sendable {
        // Sendable: the superclass is, and this class adds no state.
    }

    static let shared = TextProbe()

    private let recorder: Recorder
    private let proxy: Proxy
    /// The selectors by type, because a selector is kept for ever.
    private let selectors = Mutex<[ObjectIdentifier: any Sendable]>([:])

    private init() {
        var configuration = RecorderConfiguration()
        // The recording may have been made with any budget; values that it has a part of are not compared.
        configuration.budget = .largest
        // On a busy machine, a thread stands still for longer than the default, and a text would be cut by chance.
        configuration.budget.time = .seconds(60)
        configuration.storedCountLimit = 1
        // The recording may have been made with credentials; values of which it hides some are not compared.
        configuration.hidesCredentials = false
        recorder = Recorder(configuration)
        proxy = Proxy(recorder: recorder)
    }

    func text<Value>(of value: Value) -> String {
        // One at a time, so that the newest record is this one's.
        selectors.withLock { selectors in
            let selector = Self.selector(of: Value.self, &selectors)
            proxy.forward(selector, [value]) { _ in }
            recorder.flush()
            let recorded = recorder.invocations().items.first?.arguments.first?.value.children.first
            return recorded.map(RecordedText.of) ?? "nothing"
        }
    }

    private static func selector<Value>(of type: Value.Type, _ known: inout [ObjectIdentifier: any Sendable])
        -> MethodSelector<Proxy, [Value], Void>
    {
        if let found = known[ObjectIdentifier(type)] as? MethodSelector<Proxy, [Value], Void> { return found }
        let new = MethodSelector<Proxy, [Value], Void>("values(_:)", of: "Requirements", parameters: ["values"])
        known[ObjectIdentifier(type)] = new
        return new
    }
}
