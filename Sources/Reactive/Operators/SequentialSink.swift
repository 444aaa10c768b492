// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Subscribes to the members of a `SequentialSource` one after the other.
///
/// Members take turns inside a gate: one that ends during subscription doesn't subscribe to the next one from there, so
/// the stack doesn't grow with the number of members.
final class SequentialSink<Element>: Sink<Element, Element> {
    /// A sequence whose members are taken one by one.
    private struct Level {
        let members: SequentialMembers<Element>
        var hasBegun = false
    }

    private let advance: SequentialSource<Element>.Advance
    /// The outer sequence, then a member of it, then a member of that one. Used in turn only. A sequence whose last
    /// member has been taken is dropped, if it can tell, so that one that ends with itself takes no memory either.
    private var levels: [Level]
    private let turns = SerialGate()
    private let subscription = SerialDisposable()

    init(_ source: SequentialSource<Element>, _ outlet: Outlet<Element>) {
        advance = source.advance
        levels = [Level(members: source.makeMembers())]
        super.init(outlet)
    }

    func start() -> any Disposable {
        takeTurn(after: nil)
        return subscription
    }

    override func onNext(_ element: Element) {
        outlet.next(element)
    }

    override func onError(_ error: any Error) {
        switch advance {
        case .onError: takeTurn(after: error)
        case .onCompletion: outlet.error(error)
        }
    }

    override func onCompleted() {
        switch advance {
        case .onError: outlet.completed()
        case .onCompletion: takeTurn(after: nil)
        }
    }

    private func takeTurn(after error: (any Error)?) {
        turns.run { self.subscribeToNext(after: error) }
    }

    private func subscribeToNext(after lastError: (any Error)?) {
        while !outlet.isFinished {
            guard var level = levels.popLast() else { return end(after: lastError) }
            guard let member = level.members.next() else {
                // Without members there is no error: `catch(sequence: [])` completes, and so does a sequence around it.
                if advance == .onError, !level.hasBegun { return outlet.completed() }
                continue
            }
            level.hasBegun = true
            if !member.isLast { levels.append(level) }
            guard let inner = member.source as? SequentialSource<Element>, inner.advance == advance else {
                return subscribe(to: member.source)
            }
            levels.append(Level(members: inner.makeMembers()))
        }
    }

    private func subscribe(to source: Observable<Element>) {
        let next = SingleAssignmentDisposable()
        subscription.disposable = next
        next.setDisposable(source.attach(self))
    }

    private func end(after lastError: (any Error)?) {
        if let lastError { outlet.error(lastError) } else { outlet.completed() }
    }
}
