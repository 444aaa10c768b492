// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive

/// At which moment of a call an observer sees it.
enum ObservationPhase: Int, CaseIterable {
    /// Before the call is passed on.
    case sent
    /// After it came back, however it did.
    case invoked
    /// After it returned, with its result.
    case returned
}

/// What the program asks of one requirement of one proxy; the part that does not depend on types.
///
/// Its fields change under the proxy's lock only.
class HookSet: @unchecked Sendable {
    // Sendable: every access is under the lock of the proxy that owns it, but for the subjects, which are thread safe.

    /// Subscriptions by phase.
    var observers = [0, 0, 0]
    /// Number of the handler in force, 0 for none; tells a handler from one that replaced it.
    var handlerNumber = 0

    var hasHandler: Bool { handlerNumber != 0 }
    var observerCount: Int { observers.reduce(0, +) }

    /// What calls have to do, nil when nobody asks for anything.
    func makeHooks() -> AnyObject? { nil }

    /// Ends all streams.
    func complete() {}

    /// Passes the `[Any]` forms of a phase's elements on.
    func untyped(_ phase: ObservationPhase) -> Observable<[Any]> {
        preconditionFailure("only typed hook sets have elements")
    }
}

/// The typed part: one subject per phase, and a handler.
final class TypedHookSet<Arguments, Return>: HookSet, @unchecked Sendable {
    // Sendable: as its superclass.
    let sent = PublishSubject<Arguments>()
    let invoked = PublishSubject<Arguments>()
    let returned = PublishSubject<(Arguments, Return)>()
    private let list: (Arguments) -> [Any]
    var handler: ((Arguments) throws -> Return)?

    /// - Parameter list: Turns a tuple of arguments into a list.
    init(list: @escaping (Arguments) -> [Any]) {
        self.list = list
    }

    override func makeHooks() -> AnyObject? {
        guard observerCount > 0 || hasHandler else { return nil }
        return ProxyHooks<Arguments, Return>(
            before: observers[ObservationPhase.sent.rawValue] > 0 ? { [sent] in sent.onNext($0) } : nil,
            after: observers[ObservationPhase.invoked.rawValue] > 0 ? { [invoked] in invoked.onNext($0) } : nil,
            returned: observers[ObservationPhase.returned.rawValue] > 0
                ? { [returned] in returned.onNext(($0, $1)) } : nil,
            handler: hasHandler ? handler : nil
        )
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

/// Makes the hook set of a requirement whose types only the call site knows.
class HookSetMaker: @unchecked Sendable {
    // Sendable: immutable; its closure captures nothing but types.
    func make() -> HookSet { preconditionFailure("only typed makers know what to make") }
}

final class TypedHookSetMaker<Arguments, Return>: HookSetMaker, @unchecked Sendable {
    // Sendable: as its superclass.
    private let list: (Arguments) -> [Any]

    init(list: @escaping (Arguments) -> [Any]) { self.list = list }

    override func make() -> HookSet { TypedHookSet<Arguments, Return>(list: list) }
}
