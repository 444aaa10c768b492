// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Sequences that are subscribed to one after the other: the result of `concat`, `catch(sequence:)` and `retry`.
///
/// A member that continues at the same kind of end isn't subscribed to. The sink of the outer sequence takes its members
/// one by one, so nesting takes no stack.
class SequentialSource<Element>: Observable<Element>, @unchecked Sendable {
    // Proof: as for `Observable`; the field is a constant.

    /// The kind of end that continues with the next member.
    enum Advance {
        case onCompletion
        case onError
    }

    let advance: Advance

    init(_ advance: Advance) {
        self.advance = advance
        super.init()
    }

    /// All members, for one subscription.
    func makeMembers() -> SequentialMembers<Element> {
        preconditionFailure("Each kind of source says which members it has.")
    }

    final override func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        CurrentThreadScheduler.trampolined {
            let disposer = SinkDisposer()
            let sink = SequentialSink(self, Outlet(observer: observer, disposer: disposer))
            disposer.setSource(sink.start())
            return disposer
        }
    }
}

/// A sequence whose members are requested in turn.
final class RequestedSequence<Element>: SequentialSource<Element>, @unchecked Sendable {
    // Proof: as for `Observable`; the closure is the only field.
    private let make: () -> SequentialMembers<Element>

    init(_ advance: Advance, _ make: @escaping () -> SequentialMembers<Element>) {
        self.make = make
        super.init(advance)
    }

    override func makeMembers() -> SequentialMembers<Element> {
        make()
    }
}

/// A sequence whose members exist already.
final class ListedSequence<Element>: SequentialSource<Element>, @unchecked Sendable {
    // Proof: as for `Observable`; the field changes in `deinit` only.
    private var sources: [Observable<Element>]

    init(_ advance: Advance, _ sources: [Observable<Element>]) {
        self.sources = sources
        super.init(advance)
    }

    deinit {
        // In a long chain of `concat`, each sequence would release the next one from its own `deinit`. They are released
        // in a loop instead, which takes no stack: a member's members outlive it here.
        var released = sources
        sources = []
        while var source = released.popLast() {
            guard isKnownUniquelyReferenced(&source), let list = source as? ListedSequence<Element> else { continue }
            released += list.sources
        }
    }

    override func makeMembers() -> SequentialMembers<Element> {
        SequentialMembers(of: sources)
    }
}

/// The members of a sequence that have not been requested yet.
struct SequentialMembers<Element> {
    typealias Member = (source: Observable<Element>, isLast: Bool)

    /// Requests the next member, which may be known to be the last.
    let next: () -> Member?

    /// Each is asked for in its turn.
    init<Sources: Sequence>(of sources: Sources) where Sources.Element == Observable<Element> {
        var iterator = sources.makeIterator()
        next = {
            guard let source = iterator.next() else { return nil }
            return (source, false)
        }
    }

    /// Each is read in its turn, and the last one is known. In other collections, to look for the next index can run code
    /// of the program, as that of a lazy filter does.
    init<Sources: RandomAccessCollection>(of sources: Sources) where Sources.Element == Observable<Element> {
        var index = sources.startIndex
        next = {
            guard index != sources.endIndex else { return nil }
            let source = sources[index]
            sources.formIndex(after: &index)
            return (source, index == sources.endIndex)
        }
    }
}
