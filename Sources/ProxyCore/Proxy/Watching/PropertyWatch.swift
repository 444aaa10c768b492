// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive
internal import Synchronization

/// The actions of a watch on its proxy after a change.
protocol WatchedProxy: AnyObject {
    /// Adds a change of the property's content to the proxy's history. Runs no user code.
    func noteChange(to finding: PropertyWatch.Finding)
    /// Notifies the observers of the history. Runs user code.
    func tellOfChange()
    /// The number of the target that it adopted last and retains only because the property did, nil if there is none.
    var releasableTarget: Int? { get }
    /// Stops retaining the target, if it still has the given number. Runs user code.
    func letGo(_ number: Int)
    /// Whether that, and the proxy's end, happen on the main queue: the target's `deinit` may be one of the main actor.
    var endsOnMain: Bool { get }
}

/// Watches whether a parent object still refers to its proxy.
///
/// Reading the property would run user code on an unexpected thread. Instead, the watch remembers, on the thread that
/// installs the proxy, which words of the object's memory became references to it, and compares those words later. This
/// runs no user code, retains nothing and writes nothing. An object that keeps its delegate elsewhere, in another
/// object or in a collection, has no such words; its state is then unknown.
///
/// The watch keeps neither the object nor the proxy alive, only the memory of both until it ends.
final class PropertyWatch: Sendable {
    /// The content of the property.
    enum Finding: Hashable, Sendable {
        case installed
        /// Another object, by type name; the text "nil" for an empty property, nil for an unknown type.
        case overwritten(by: String?)
        /// An object that refers to the proxy.
        case wrapped(by: String?)
        case unknown
    }

    fileprivate struct State {
        /// Offsets in the object's memory.
        var places: [Int] = []
        /// The words at those offsets when they were last interpreted.
        var words: [UInt] = []
        /// Changed words that were seen only once.
        var suspects: [UInt]?
        /// References to the proxy or its wrapper, each with its finding.
        var known: [(words: ReferenceWords, finding: Finding)] = []
        var finding = Finding.unknown
        /// Whether the words were weak references.
        var isWeak = false
        /// Number of threads that are changing the property on the proxy's behalf.
        var changes = 0
        var isEnded = false
    }

    /// Number of the proxy.
    let number: Int
    private let parent: WeakReference
    private let proxy: WeakReference
    private let proxyWords: ReferenceWords
    private let state = Mutex(State())
    /// Whether the main queue is to release the target.
    private let isReleasing = Atomic(false)

    init(number: Int, parent: AnyObject, proxy: AnyObject) {
        self.number = number
        self.parent = WeakReference(parent)
        self.proxy = WeakReference(proxy)
        proxyWords = ReferenceWords(of: proxy)
    }

    /// The latest finding.
    var finding: Finding { state.withLock { $0.finding } }

    /// Whether there are words to watch.
    var canTell: Bool { state.withLock { !$0.places.isEmpty } }

    var isParentAlive: Bool { parent.isAlive }

    // MARK: On the thread that changes the property

    /// Notes that the proxy was put into the property.
    ///
    /// - Parameters:
    ///   - places: Offsets at which the object newly refers to it; empty when they are unchanged or unknown.
    ///   - words: The words at those offsets.
    ///   - finding: The meaning of the words.
    func wasInstalled(at places: [Int], words: ReferenceWords, as finding: Finding) {
        state.withLock { state in
            if !places.isEmpty { state.places = places }
            guard !state.places.isEmpty else { return }
            state.know(words, as: finding)
            state.words = currentWords(state.places)
            state.isWeak = state.words.first == words.weak
            state.suspects = nil
            state.finding = finding
        }
    }

    /// Notes that the property was read and contained the proxy or an object that leads to it.
    ///
    /// - Returns: The finding, nil when it has not changed.
    func wasSeen(_ object: AnyObject, isProxy: Bool) -> Finding? {
        let words = ReferenceWords(of: object)
        let finding = isProxy ? Finding.installed : .wrapped(by: String(describing: type(of: object)))
        return state.withLock { state -> Finding? in
            guard !state.places.isEmpty, !state.isEnded else { return nil }
            state.know(words, as: finding)
            state.words = currentWords(state.places)
            state.suspects = nil
            defer { state.finding = finding }
            return state.finding == finding ? nil : finding
        }
    }

    /// Marks the start of a change on the proxy's behalf; the property's content is ignored until it ends.
    func beginChange() { state.withLock { $0.changes += 1 } }

    /// Ends the change that `beginChange` began.
    func endChange() {
        state.withLock { state in
            state.changes -= 1
            state.suspects = nil
        }
    }

    /// Ends the watch.
    func end() { state.withLock { $0.isEnded = true } }

    // MARK: On any thread

    /// The result of a check of the property.
    enum Look {
        case nothing
        /// A change seen for the first time. It counts only when it is seen again.
        case suspect
        /// A new event in the proxy's history. Notify the observers, and release the proxy, while no lock is held.
        case news(any WatchedProxy)
    }

    /// Checks the property's memory. Runs no user code.
    func look() -> Look {
        let seen = state.withLock { state -> (words: [UInt], isNew: Bool)? in
            guard !state.isEnded, state.changes == 0, !state.places.isEmpty else { return nil }
            let words = currentWords(state.places)
            guard words != state.words, parent.isAlive else {
                state.suspects = nil
                return nil
            }
            defer { state.suspects = words }
            return (words, state.suspects != words)
        }
        guard let seen else { return .nothing }
        if seen.isNew { return .suspect }
        return understand(seen.words).map { .news($0) } ?? .nothing
    }

    /// A proxy to which only its storage refers.
    struct LostProxy {
        fileprivate let proxy: any WatchedProxy
        /// The number of the target to release, nil when there is none.
        fileprivate let target: Int?
    }

    /// The proxy, if only its storage refers to it. Runs no user code; its holder may become the proxy's last owner.
    ///
    /// The proxy retains its target only because the property did; without a proxy, overwriting the property would have
    /// released it.
    func findLostProxy() -> LostProxy? {
        guard isOverwritten, parent.isAlive, proxy.strongCount == 1 else { return nil }
        guard let lost = proxy.object as? any WatchedProxy else { return nil }
        let target = lost.releasableTarget
        // Checked after the number was read: a thread that puts the proxy back meanwhile adopts a target of another
        // number, which is not released.
        return LostProxy(proxy: lost, target: isOverwritten ? target : nil)
    }

    /// Releases the adopted target of a lost proxy. Runs user code.
    func releaseTarget(of lost: LostProxy) {
        guard let target = lost.target else { return }
        guard lost.proxy.endsOnMain else { return lost.proxy.letGo(target) }
        // The queue may stand still for longer than it takes to come here again.
        guard !isReleasing.exchange(true, ordering: .acquiringAndReleasing) else { return }
        _ = MainScheduler.asyncInstance.schedule(self) { watch in
            watch.isReleasing.store(false, ordering: .releasing)
            // The proxy may be back in the property by now.
            if let lost = watch.findLostProxy(), let target = lost.target { lost.proxy.letGo(target) }
            return Disposables.create()
        }
    }

    /// Whether the property was overwritten, and no thread is putting the proxy back.
    private var isOverwritten: Bool {
        state.withLock { state in
            guard case .overwritten = state.finding else { return false }
            return state.changes == 0
        }
    }

    /// - Returns: The proxy, where its history has something new.
    private func understand(_ words: [UInt]) -> (any WatchedProxy)? {
        let (known, isWeak) = state.withLock { ($0.known, $0.isWeak) }
        let finding = meaning(of: words, known, isWeak)
        let isNews = state.withLock { state in
            guard state.suspects == words, state.changes == 0, !state.isEnded else { return false }
            state.suspects = nil
            state.words = words
            defer { state.finding = finding }
            return state.finding != finding
        }
        guard isNews, let proxy = proxy.object as? any WatchedProxy else { return nil }
        proxy.noteChange(to: finding)
        return proxy
    }

    private func meaning(
        of words: [UInt],
        _ known: [(words: ReferenceWords, finding: Finding)],
        _ isWeak: Bool
    ) -> Finding {
        for candidate in known where words.allSatisfy(candidate.words.contains) { return candidate.finding }
        // The words of one property disagree: it stores more than its current value.
        if words.contains(where: proxyWords.contains) { return .unknown }
        guard let word = words.first, word != 0 else { return .overwritten(by: "nil") }
        // A weak reference points to the side table, whose first word is the object's address.
        guard let address = isWeak ? ObjectBytes.word(at: word) : word,
            let object = ObjectBytes(at: address, lookingFor: proxyWords)
        else { return .overwritten(by: nil) }
        return object.holds ? .wrapped(by: object.typeName) : .overwritten(by: object.typeName)
    }

    private func currentWords(_ places: [Int]) -> [UInt] {
        places.map { InstanceWords.word(at: $0, of: parent.address) }
    }
}

extension PropertyWatch.State {
    /// Remembers the meaning of words: all words of the proxy, and those of its last wrapper.
    fileprivate mutating func know(_ words: ReferenceWords, as finding: PropertyWatch.Finding) {
        known.removeAll { $0.words == words || ($0.finding != .installed && finding != .installed) }
        known.append((words, finding))
    }
}
