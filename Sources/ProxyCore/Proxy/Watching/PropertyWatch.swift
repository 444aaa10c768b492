// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What a watch may do with its proxy when something has changed.
protocol WatchedProxy: AnyObject {
    /// The property holds something else than before.
    func propertyDidChange(to finding: PropertyWatch.Finding)
    /// Lets go of the target, where the proxy keeps it only because the property did.
    func releaseAdoptedTarget()
}

/// Where a parent object refers to its proxy, and whether it still does.
///
/// Reading the property would run the program's code on a thread that it does not expect. So the watch remembers, on the
/// thread that installs the proxy, which words of the object's memory became references to it, and looks at those words
/// later: no code of the program runs, nothing is retained, nothing is written. An object that keeps its delegate
/// elsewhere, behind another object or in a list, has no such words; then nothing can be told.
///
/// It keeps neither the object nor the proxy alive, but the memory of both until it ends.
final class PropertyWatch: Sendable {
    /// What is in the property.
    enum Finding: Hashable, Sendable {
        case installed
        /// Something else, by its type; `nil` for an empty property. No type where it cannot be told.
        case overwritten(by: String?)
        /// Something that refers to the proxy.
        case wrapped(by: String?)
        case unknown
    }

    fileprivate struct State {
        /// Offsets in the memory of the object.
        var places: [Int] = []
        /// What the words there were when they were last understood.
        var words: [UInt] = []
        /// Words that were seen once.
        var suspects: [UInt]?
        /// References to the proxy, or to what wraps it, and what they mean.
        var known: [(words: ReferenceWords, finding: Finding)] = []
        var finding = Finding.unknown
        /// Whether the words at the places were weak references.
        var isWeak = false
        /// Threads that are changing the property for the proxy's sake.
        var changes = 0
        var isEnded = false
    }

    /// Number of the proxy.
    let number: Int
    private let parent: WeakReference
    private let proxy: WeakReference
    private let proxyWords: ReferenceWords
    private let state = Mutex(State())

    init(number: Int, parent: AnyObject, proxy: AnyObject) {
        self.number = number
        self.parent = WeakReference(parent)
        self.proxy = WeakReference(proxy)
        proxyWords = ReferenceWords(of: proxy)
    }

    /// What was found last.
    var finding: Finding { state.withLock { $0.finding } }

    /// Whether there is something to look at.
    var canTell: Bool { state.withLock { !$0.places.isEmpty } }

    var isParentAlive: Bool { parent.isAlive }

    // MARK: On the thread that changes the property

    /// The property was given the proxy.
    ///
    /// - Parameters:
    ///   - places: Where the object refers to it since; none where it did before, or where it does not say.
    ///   - words: What stands there.
    ///   - finding: What that means.
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

    /// The property was read, and the proxy or something that leads to it was found there.
    ///
    /// - Returns: The new finding, nil when it is none.
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

    /// The property is going to be changed for the proxy's sake; what it holds meanwhile means nothing.
    func beginChange() { state.withLock { $0.changes += 1 } }

    /// Ends what `beginChange` began.
    func endChange() {
        state.withLock { state in
            state.changes -= 1
            state.suspects = nil
        }
    }

    /// There is nothing to watch any more.
    func end() { state.withLock { $0.isEnded = true } }

    // MARK: On any thread

    /// Looks at the property's memory. What is seen for the first time has to be seen again to be believed.
    ///
    /// - Returns: Whether to look again soon.
    func look() -> Bool {
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
        guard let seen else { return false }
        if seen.isNew { return true }
        understand(seen.words)
        return false
    }

    /// Lets go of a target that the proxy keeps only because the property did, once nobody but the proxy's storage can
    /// lead to it: without a proxy, overwriting the property would have let it go.
    func releaseTargetIfLost() {
        guard case .overwritten = finding, parent.isAlive, proxy.strongCount == 1 else { return }
        (proxy.object as? any WatchedProxy)?.releaseAdoptedTarget()
    }

    private func understand(_ words: [UInt]) {
        let (known, isWeak) = state.withLock { ($0.known, $0.isWeak) }
        let finding = meaning(of: words, known, isWeak)
        let isNews = state.withLock { state in
            guard state.suspects == words, state.changes == 0, !state.isEnded else { return false }
            state.suspects = nil
            state.words = words
            defer { state.finding = finding }
            return state.finding != finding
        }
        if isNews { (proxy.object as? any WatchedProxy)?.propertyDidChange(to: finding) }
    }

    private func meaning(
        of words: [UInt],
        _ known: [(words: ReferenceWords, finding: Finding)],
        _ isWeak: Bool
    ) -> Finding {
        for candidate in known where words.allSatisfy(candidate.words.contains) { return candidate.finding }
        // Two places of one property that do not agree: a property that keeps more than its present value.
        if words.contains(where: proxyWords.contains) { return .unknown }
        guard let word = words.first, word != 0 else { return .overwritten(by: "nil") }
        // A weak reference leads to the object by its side table, whose first word is the object's address.
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
    /// Remembers what words mean. The proxy's own stay; of those that wrapped it, the last.
    fileprivate mutating func know(_ words: ReferenceWords, as finding: PropertyWatch.Finding) {
        known.removeAll { $0.words == words || ($0.finding != .installed && finding != .installed) }
        known.append((words, finding))
    }
}
