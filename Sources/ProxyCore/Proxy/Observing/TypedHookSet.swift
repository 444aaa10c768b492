// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive

/// The typed part of a hook set: one subject per phase, and the handlers.
final class TypedHookSet<Arguments, Return>: HookSet, @unchecked Sendable {
    // Sendable: like the superclass.
    let sent = PublishSubject<Arguments>()
    let invoked = PublishSubject<Arguments>()
    let returned = PublishSubject<(Arguments, Return)>()
    private let list: (Arguments) -> [Any]
    /// The last handler answers; earlier ones take over when it is removed.
    var handlers: [Handler<Arguments, Return>] = []

    override var hasHandler: Bool { !handlers.isEmpty }

    /// - Parameter list: Turns a tuple of arguments into a list.
    init(list: @escaping (Arguments) -> [Any]) {
        self.list = list
    }

    override func makeHooks(rules: SiteRules?) -> AnyObject? {
        guard observerCount > 0 || hasHandler || rules != nil else { return nil }
        return ProxyHooks<Arguments, Return>(
            before: observers[ObservationPhase.sent.rawValue] > 0 ? { [sent] in sent.onNext($0) } : nil,
            after: observers[ObservationPhase.invoked.rawValue] > 0 ? { [invoked] in invoked.onNext($0) } : nil,
            returned: observers[ObservationPhase.returned.rawValue] > 0
                ? { [returned] in returned.onNext(($0, $1)) } : nil,
            handler: answer,
            asyncHandler: asyncAnswer,
            handlerCallsTarget: handlers.last?.callsTarget ?? false,
            rules: rules
        )
    }

    private var answer: ((Arguments) throws -> Return)? {
        guard let newest = handlers.last else { return nil }
        if otherHandlers.isEmpty, case .prompt(let body) = newest.answer { return body }
        return { [others = otherHandlers] arguments in
            for other in others { _ = try? other.now(arguments) }
            return try newest.now(arguments)
        }
    }

    /// The answer if it may suspend.
    private var asyncAnswer: (nonisolated(nonsending) (Arguments) async throws -> Return)? {
        guard case .suspending(let body)? = handlers.last?.answer else { return nil }
        let others = otherHandlers
        if others.isEmpty { return body }
        return { arguments in
            for other in others { _ = try? other.now(arguments) }
            return try await body(arguments)
        }
    }

    /// The handlers that run besides the newest.
    private var otherHandlers: [Handler<Arguments, Return>] { handlers.dropLast().filter(\.isAlwaysCalled) }

    override func removeHandler(_ number: Int) -> AnyObject? {
        handlers.firstIndex { $0.number == number }.map { handlers.remove(at: $0) }
    }

    override func complete() {
        sent.onCompleted()
        invoked.onCompleted()
        returned.onCompleted()
    }

    override func untyped(_ phase: ObservationPhase) -> Observable<[Any]> {
        switch phase {
        case .sent: sent.map { [list] in list($0) }
        case .invoked: invoked.map { [list] in list($0) }
        case .returned: returned.map { [list] in list($0.0) + [$0.1] }
        }
    }
}

final class TypedHookSetMaker<Arguments, Return>: HookSetMaker, @unchecked Sendable {
    // Sendable: like the superclass.
    private let list: (Arguments) -> [Any]

    init(list: @escaping (Arguments) -> [Any]) { self.list = list }

    override func make() -> HookSet { TypedHookSet<Arguments, Return>(list: list) }
}
