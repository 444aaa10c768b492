// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// A stand-in for a delegate: a proxy without a delegate, whose answers a test gives.
///
/// ```swift
/// let delegate = StandIn(FeedDelegateProxy(), .strict)
/// delegate.answer(FeedDelegateProxy.Selectors.shouldRetry) { _, attempt in attempt < 3 }
/// reader.delegate = delegate.proxy
/// ```
///
/// A requirement without a result needs no answer. One with a result gets the default that its proxy declares; without
/// that and without an answer, a call of it stops the program.
public final class StandIn<Proxy, Delegate>: Sendable where Proxy: ProtocolProxy<Delegate> {
    /// What calls are allowed.
    public enum Manner: Sendable {
        /// All.
        case lenient
        /// Only those that the test gives an answer to. A call of another one, also of one without a result or with a
        /// declared default, fails the test when it ends, if it runs in `withRecorder`.
        case strict
    }

    /// The proxy, to be put in a delegate property.
    public let proxy: Proxy

    /// Makes a stand-in of a new proxy.
    ///
    /// - Parameter manner: Default: lenient.
    public init(
        _ proxy: Proxy,
        _ manner: Manner = .lenient,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        self.proxy = proxy
        guard manner == .strict, let scope = TestScope.current else { return }
        let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let (recorder, number) = (proxy.recorder, proxy.number)
        scope.atEnd { Self.check(number, recorder, place) }
    }

    private static func check(_ number: Int, _ recorder: Recorder, _ place: TestPlace) {
        let report = CallReport(recorder)
        let calls = report.calls.filter { $0.proxy == number && $0.state != .running }
        let unexpected = calls.filter { $0.returnPath != .handler && $0.returnPath != .target }
        guard !unexpected.isEmpty else {
            if let lack = report.lack { place.fail("Expected no call without an answer, but \(lack)") }
            return
        }
        place.fail(
            "The stand-in has no answer to \(CountText.calls(unexpected.count)):\(CallReport.lines(unexpected))"
        )
    }

    /// Answers a requirement. The newest answer counts.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - body: Gets the arguments, returns the result, or throws.
    /// - Returns: Takes the answer back; the one before counts again.
    @discardableResult
    public func answer<Family, Arguments, Return>(
        _ selector: MethodSelector<Family, Arguments, Return>,
        with body: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any Disposable {
        proxy.handle(selector, callingTarget: false, with: body)
    }

    /// Answers an async requirement with a closure that may suspend. The newest answer counts.
    ///
    /// - Parameters:
    ///   - selector: The requirement. A call of one that is not async stops the program.
    ///   - body: Gets the arguments, returns the result, or throws.
    /// - Returns: Takes the answer back; the one before counts again.
    @discardableResult
    public func answer<Family, Arguments, Return>(
        _ selector: MethodSelector<Family, Arguments, Return>,
        with body: nonisolated(nonsending) @escaping (Arguments) async throws -> Return
    ) -> any Disposable {
        proxy.handle(selector, callingTarget: false, with: body)
    }

    /// The calls of a requirement from here on, with their real arguments.
    public func calls<Family, Arguments, Return>(
        of selector: MethodSelector<Family, Arguments, Return>
    ) -> CapturedCalls<Arguments> {
        proxy.calls(of: selector)
    }
}
