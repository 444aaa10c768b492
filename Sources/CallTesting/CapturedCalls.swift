// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
internal import Reactive
internal import Synchronization

extension ProtocolProxy {
    /// The calls of a requirement from here on, with their real arguments.
    ///
    /// ```swift
    /// let titles = proxy.calls(of: FeedDelegateProxy.Selectors.didFindTitle)
    /// try reader.read(feed)
    /// #expect(titles.arguments.map(\.1) == ["News", "Sports"])
    /// ```
    ///
    /// They are kept, and so are the objects among them, as long as the result is.
    public final func calls<Family, Arguments, Return>(
        of selector: MethodSelector<Family, Arguments, Return>
    ) -> CapturedCalls<Arguments> {
        CapturedCalls(sentMessage(selector))
    }
}

/// The arguments of the calls of one requirement.
///
/// - Invariant: Callable from any thread.
public final class CapturedCalls<Arguments>: Sendable {
    /// Arguments, which the test reads on its own thread.
    private struct Captured: @unchecked Sendable {
        // Sendable: guarded by the mutex, as the calls themselves hand the arguments from thread to thread.
        var arguments: [Arguments] = []
    }

    private let captured = Mutex(Captured())
    private let subscription = SerialDisposable()

    init(_ messages: Observable<Arguments>) {
        subscription.disposable = messages.subscribe(onNext: { [weak self] in self?.add($0) })
    }

    deinit { subscription.dispose() }

    private func add(_ arguments: Arguments) {
        let added = Captured(arguments: [arguments])
        captured.withLock { $0.arguments += added.arguments }
    }

    /// The arguments of each call, in the order of the calls.
    public var arguments: [Arguments] { captured.withLock { $0 }.arguments }

    /// Number of calls.
    public var count: Int { captured.withLock { $0.arguments.count } }
}
