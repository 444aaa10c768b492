// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallModel
internal import ProxyCore

/// Holds what a test expects against what is recorded.
struct ExpectationCheck {
    let recorder: Recorder
    let place: TestPlace

    /// The filters of texts; nil, with a failure, if one is wrong.
    func filters(_ texts: [String]) -> [InvocationFilter]? {
        do {
            return try texts.map(InvocationFilter.init)
        } catch {
            place.fail("This is no filter: \(error)")
            return nil
        }
    }

    /// The calls, or none with a failure.
    func calls(_ expectation: Expectation) -> [Invocation] {
        switch expectation.verdict(on: CallReport(recorder)) {
        case .holds(let calls): return calls
        case .tooFew(let message), .fails(let message):
            place.fail(message)
            return []
        }
    }

    /// The calls as soon as there are enough, or none with a failure.
    func calls(
        _ expectation: Expectation,
        within time: Duration,
        isolation: isolated (any Actor)?
    ) async -> [Invocation] {
        let progress = Progress(of: recorder, until: time)
        return await calls(expectation, within: time, isolation: isolation) { await progress.next(isolation: $0) }
    }

    /// Looks whether an expectation holds until a time has passed.
    func holds(_ expectation: Expectation, for time: Duration, isolation: isolated (any Actor)?) async {
        let progress = Progress(of: recorder, until: time)
        await holds(expectation, isolation: isolation) { await progress.next(isolation: $0) }
    }

    // MARK: With any clock

    /// Waits for more calls, and tells whether there is time left.
    typealias Wait = @Sendable (isolated (any Actor)?) async -> Bool

    /// - Parameter next: Called between two looks.
    func calls(
        _ expectation: Expectation,
        within time: Duration,
        isolation: isolated (any Actor)?,
        next: Wait
    ) async -> [Invocation] {
        var hasTime = true
        while true {
            switch expectation.verdict(on: CallReport(recorder)) {
            case .holds(let calls): return calls
            case .fails(let message):
                place.fail(message)
                return []
            case .tooFew(let message):
                guard hasTime else {
                    place.fail("Within \(time): \(message)")
                    return []
                }
                // Records come some time after their calls, so that the time can end before their progress is told.
                hasTime = await next(isolation)
            }
        }
    }

    /// - Parameter next: Called between two looks.
    func holds(_ expectation: Expectation, isolation: isolated (any Actor)?, next: Wait) async {
        repeat {
            guard case .holds = expectation.verdict(on: CallReport(recorder)) else { break }
        } while await next(isolation)
        // Also when the time has ended, for the same reason. Fails if the expectation does not hold.
        _ = calls(expectation)
    }
}

/// Waits for the next calls of a recorder.
private final class Progress: Sendable {
    private let changes: AsyncStream<Void>
    private let token: Recorder.ProgressToken
    private let timer: Task<Void, Never>

    init(of recorder: Recorder, until time: Duration) {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        token = recorder.onProgress { continuation.yield() }
        timer = Task {
            try? await Task.sleep(for: time)
            continuation.finish()
        }
    }

    deinit {
        timer.cancel()
        token.cancel()
    }

    /// - Returns: False if the time has passed.
    func next(isolation: isolated (any Actor)?) async -> Bool {
        var iterator = changes.makeAsyncIterator()
        return await iterator.next(isolation: isolation) != nil
    }
}
